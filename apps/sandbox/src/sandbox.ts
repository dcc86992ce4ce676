import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { AccountDirectory } from './account-directory.ts'
import type { AccountSeed } from './accounts.ts'
import { type Clock, createClock } from './clock/clock.ts'
import { registerClock } from './clock/routes.ts'
import { registerGitHub } from './github/routes.ts'
import { loadSigningKeys } from './google/keys.ts'
import { registerGoogle } from './google/routes.ts'
import { registerHome } from './home.ts'
import { isLoopback } from './loopback.ts'
import { registerStylesheet } from './pages/page.ts'
import { registerStripe, type SandboxStripe } from './stripe/routes.ts'
import { registerVies } from './vies/routes.ts'

export type SandboxOptions = {
  /** 0, the default, takes a free one. */
  port?: number
  host?: string
  /** Keeps the clock, Google's signing key and Stripe's objects over a restart; null, the default, keeps nothing. */
  dataDir?: string | null
  /** People beside the demo accounts. */
  accounts?: readonly AccountSeed[]
  /** Where Stripe's webhooks go; null, the default, keeps them until somebody says where. */
  webhookUrl?: string | null
}

export type Sandbox = { url: string; clock: Clock; stripe: SandboxStripe; close(): Promise<void> }

/**
 * Starts the outside world. Resolves once it answers; `close` ends every connection.
 * Throws for a host that other machines can reach, a taken port, and a damaged data folder.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = 'localhost', dataDir = null, accounts = [], webhookUrl = null } = options
  if (!isLoopback(host)) {
    throw new Error(
      `The sandbox signs anybody in, so it listens on this machine only, not "${host}"`,
    )
  }
  const app = Fastify({ forceCloseConnections: true })
  const url = () => `http://localhost:${(app.server.address() as AddressInfo).port}`
  const clock = createClock(dataDir)
  const directory = new AccountDirectory(accounts)
  const keys = await loadSigningKeys(dataDir)
  prepare(app)
  registerHome(app, { clock, directory, url })
  registerClock(app, clock)
  registerGoogle(app, { keys, directory, url })
  registerGitHub(app, { directory, clock })
  registerVies(app, { clock })
  const stripe = registerStripe(app, { clock, dataDir, webhookUrl, url })
  await app.listen({ port, host })
  return { url: url(), clock, stripe, close: () => app.close() }
}

function prepare(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  refuseStrangers(app)
  registerStylesheet(app)
  app.get('/healthz', () => ({ status: 'ok' }))
}

/**
 * Listening on loopback keeps other machines out, but not a web page in this machine's browser: it
 * could post a form here, or bring a name of its own to this address (DNS rebinding).
 */
function refuseStrangers(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ hostname, host, method, headers }, reply) => {
    const foreignForm =
      method === 'POST' && headers.origin !== undefined && headers.origin !== `http://${host}`
    if (isLoopback(hostname) && !foreignForm) return
    return reply.code(403).send({ error: 'forbidden', message: 'The sandbox serves itself only.' })
  })
}
