import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@viva-voce/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { type Context, createContext } from '../src/context.ts'
import { explainProvider } from '../src/domains/payments/explain.ts'
import { createLogger } from '../src/kit/logger.ts'
import { auditBooks } from './setup/ledger.ts'
import { card, papers, paymentsOf, submit, tell } from './setup/payments.ts'
import { signUp, type TestPerson } from './setup/people.ts'
import { type ServerProcess, startServerProcess } from './setup/server-process.ts'
import { cloneDatabase, testEnvironment } from './setup/test-server.ts'
import { waitFor } from './setup/wait.ts'

const adminEmail = 'ada@operator.example'
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let database: Awaited<ReturnType<typeof cloneDatabase>>
let dataDir: string
let environment: Record<string, string>
let running: ServerProcess
let ctx: Context
const server = {
  get ctx() {
    return ctx
  },
  get url() {
    return running.url
  },
}

beforeAll(async () => {
  sandbox = await startSandbox()
  database = await cloneDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-kill-'))
  environment = testEnvironment(database.url, dataDir, {
    ...paymentsOf(sandbox),
    API_URL: 'http://localhost:45678',
    CLOCK_URL: `${sandbox.url}/clock`,
    ADMIN_EMAILS: adminEmail,
    LIMIT_LOOKUP_PER_MINUTE: '10000',
    PROMOTIONAL_CREDIT_CENTS: '0',
  })
  ctx = await createContext(readConfig(environment), {
    logger: createLogger({ level: 'silent', name: 'test' }),
    clock: { now: () => sandbox.clock.now(), stop() {} },
  })
  await start()
})
afterAll(async () => {
  await running.kill()
  await ctx.close()
  await sandbox.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<void> {
  running = await startServerProcess(environment)
  await tell(sandbox, 'deliveries', { url: `${running.url}/v1/webhooks/stripe` })
}

/** A person's calls go to whichever process runs now. */
async function signUpAnywhere(role: 'developer' | 'talent' | 'admin', email?: string) {
  const person = await signUp(server, role, email)
  const send = (path: string, body?: object) =>
    fetch(running.url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        cookie: person.cookie,
        'x-csrf-token': person.csrf,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  return { ...person, send }
}
type Person = TestPerson & { send(path: string, body?: object): Promise<Response> }

async function pay(dev: Person, amount_eur: number, save_card = false): Promise<string> {
  const answer = await dev.send('/v1/billing/topups', { amount_eur, save_card })
  const { id, url } = (await answer.json()) as { id: string; url: string }
  await submit(url, card('4242424242424242'))
  return id
}

async function untilPaid(id: string): Promise<void> {
  await waitFor(`${id} to be paid`, async () => {
    const row = await ctx.db
      .selectFrom('payments')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.state === 'paid' ? true : null
  })
}

async function paid(dev: Person, amount_eur: number, save_card = false): Promise<string> {
  const id = await pay(dev, amount_eur, save_card)
  await untilPaid(id)
  return id
}

/** What makes the product call the provider. */
const scenes: Record<string, () => Promise<unknown>> = {
  async 'POST /v1/customers'() {
    const dev = await signUpAnywhere('developer')
    return pay(dev, 10)
  },
  async 'POST /v1/checkout/sessions'() {
    const dev = await signUpAnywhere('developer')
    return pay(dev, 10)
  },
  async 'GET /v1/checkout/sessions/:id'() {
    const dev = await signUpAnywhere('developer')
    return pay(dev, 10)
  },
  async 'POST /v1/payment_intents'() {
    const dev = await signUpAnywhere('developer')
    await paid(dev, 10, true)
    return dev.send('/v1/billing/automatic-topup', { enabled: true, below_eur: 20, amount_eur: 30 })
  },
  async 'POST /v1/refunds'() {
    const dev = await signUpAnywhere('developer')
    const id = await paid(dev, 10)
    const admin = await signUpAnywhere('admin', adminEmail)
    return admin.send(`/v1/admin/payments/${id}/refund`, { reason: 'Killed in the middle.' })
  },
  async 'GET /v1/disputes/:id'() {
    const dev = await signUpAnywhere('developer')
    const id = await paid(dev, 10)
    const row = await ctx.db
      .selectFrom('payments')
      .select('payment_intent_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return tell(sandbox, 'disputes', { payment_intent: row.payment_intent_id })
  },
  async 'POST /v1/accounts'() {
    const talent = await signUpAnywhere('talent')
    const registered = await talent.send('/v1/talent/register', {
      name: 'Tessa',
      email: 'tessa@talent.example',
    })
    const { talent_id } = (await registered.json()) as { talent_id: string }
    const answer = await talent.send('/v1/talent/onboard', { talent_id })
    return submit(((await answer.json()) as { url: string }).url, papers)
  },
}

// Before its effect a call that moves no money is only a call that was never made.
const points = [
  ...Object.keys(scenes).map((call) => ['after', call] as const),
  ['before', 'POST /v1/payment_intents'] as const,
  ['before', 'POST /v1/refunds'] as const,
]

test.each(points)(
  'a kill %s the provider does %s loses nothing and does nothing twice',
  async (at, call) => {
    const stopped = sandbox.stripe.faults.stopNext(call, at)
    // Whoever waits for the killed process gets no answer.
    const scene = scenes[call]!().catch(() => null)
    await stopped.reached
    await running.kill()
    stopped.letGo()
    await scene
    await start()
    // What is open is looked at again after a minute at first, by the product's clock.
    const report = await waitFor(
      'everything to be explained',
      async () => {
        sandbox.clock.advance({ minutes: 20 })
        const now = await explainProvider(ctx)
        const open = await ctx.db
          .selectFrom('payment_refunds')
          .select('id')
          .where('state', '=', 'pending')
          .execute()
        const isSettled = now.unexplained.length === 0 && open.length === 0
        return isSettled && now.ledgerCashMicros === now.providerCashMicros ? now : null
      },
      30_000,
      200,
    )
    expect(report.unexplained).toEqual([])
    await auditBooks({ ctx })
  },
  60_000,
)

test('after all kills each charge was made once for each payment, and each refund once', () => {
  const { store } = sandbox.stripe
  const about = (list: { metadata: Record<string, string> }[], name: string) =>
    list.map(({ metadata }) => metadata[name])
  const charged = store.all('payment_intents').filter(({ status }) => status === 'succeeded')
  expect(new Set(about(charged, 'payment_id')).size).toBe(charged.length)
  const refunds = store.all('refunds')
  expect(refunds.length).toBeGreaterThan(0)
  expect(new Set(about(refunds, 'refund_id')).size).toBe(refunds.length)
})
