/**
 * `npm start`: the whole product on this machine. Looks for the system tools, builds the web app, opens the
 * database, migrates, seeds the demo at the first start, and runs API, worker and sandbox until Ctrl-C.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import {
  DEMO_ACCOUNTS,
  GITHUB_CLIENT,
  GOOGLE_CLIENT,
  STRIPE_MERCHANT,
} from '../apps/sandbox/index.ts'
import { type Child, startChild } from './lib/child.ts'
import {
  dataDirectory,
  openDatabase,
  readDemoFile,
  secretKey,
  writeDemoFile,
} from './lib/local-stack.ts'
import { espeak, ffmpeg, installMissing } from './lib/system-tools.ts'
import { buildWebWhenStale } from './lib/web-build.ts'

const root = join(import.meta.dirname, '..')
const startedMs = performance.now()
const port = Number(process.env.PORT || 3000)
const host = process.env.HOST || 'localhost'
const dataDir = dataDirectory()
/** What must be stopped, in the order of starting. */
const running: { stop(): Promise<void> }[] = []
let stopping = false

const isStopping = () => stopping

process.on('SIGINT', shutDown)
process.on('SIGTERM', shutDown)

try {
  await start()
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  await shutDown(1)
}

async function start(): Promise<void> {
  await refuseTakenPort()
  say('Looking for system tools')
  const tools = installMissing([ffmpeg, espeak])
  const web = buildWebWhenStale().then((built) => built && say('Built the web app'))
  say('Opening the database')
  const database = await openDatabase(dataDir)
  running.push(database)
  const sandbox = await keep(
    startChild<{ url: string }>({
      name: 'sandbox',
      file: join(root, 'apps/sandbox/src/main.ts'),
      env: {
        SANDBOX_PORT: '0',
        SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
        SANDBOX_WEBHOOK_URL: `http://localhost:${port}/v1/webhooks/stripe`,
      },
      logFile: join(dataDir, 'logs/sandbox.log'),
      isStopping,
    }),
  )
  const apiKey = await demoKey(database.url, sandbox.url)
  await web
  const env = serverEnvironment(database.url, sandbox.url)
  await Promise.all([startRole('worker', env), startRole('api', env)])
  const missing = await tools
  if (missing) say(missing)
  await untilHealthy()
  writeDemoFile(dataDir, {
    VV_URL: baseUrl(),
    VV_API_KEY: apiKey,
    VV_SANDBOX_URL: sandbox.url,
  })
  report(sandbox.url, apiKey)
}

function baseUrl(): string {
  return process.env.API_URL || `http://localhost:${port}`
}

async function refuseTakenPort(): Promise<void> {
  const probe = createServer()
  probe.listen(port, host)
  try {
    await once(probe, 'listening')
  } catch {
    throw new Error(
      `Port ${port} is taken. Set PORT to another one, for example: PORT=${port + 10} npm start`,
    )
  }
  probe.close()
  await once(probe, 'close')
}

/** The demo's key: from the file of an earlier start, else the demo is seeded now. */
async function demoKey(databaseUrl: string, sandboxUrl: string): Promise<string> {
  const known = readDemoFile(dataDir).VV_API_KEY
  if (known) return known
  say('Seeding the demo: five weeks of speech, really spoken, checked and released')
  const clock = (await (await fetch(`${sandboxUrl}/clock`)).json()) as { now: string }
  const { seed } = await import('./seed.ts')
  const { apiKey } = await seed({ databaseUrl, dataDir, now: new Date(clock.now) })
  return apiKey
}

function serverEnvironment(databaseUrl: string, sandboxUrl: string): Record<string, string> {
  const outside = {
    GOOGLE_ISSUER_URL: `${sandboxUrl}/google`,
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
    GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
    GITHUB_URL: `${sandboxUrl}/github`,
    GITHUB_API_URL: `${sandboxUrl}/github/api`,
    GITHUB_CLIENT_ID: GITHUB_CLIENT.id,
    GITHUB_CLIENT_SECRET: GITHUB_CLIENT.secret,
    STRIPE_API_URL: sandboxUrl,
    STRIPE_CONNECT_URL: sandboxUrl,
    STRIPE_SECRET_KEY: STRIPE_MERCHANT.secretKey,
    STRIPE_WEBHOOK_SECRETS: STRIPE_MERCHANT.webhookSecret,
    STRIPE_CONNECT_CLIENT_ID: STRIPE_MERCHANT.connectClientId,
    CLOCK_URL: `${sandboxUrl}/clock`,
    VIES_URL: `${sandboxUrl}/vies`,
    PLATFORM_COMPANY: 'Viva Voce (demo)',
    PLATFORM_STREET: 'Beispielweg 1',
    PLATFORM_POSTCODE: '10115',
    PLATFORM_CITY: 'Berlin',
    PLATFORM_VAT_ID: 'DE136695976',
    ADMIN_EMAILS: DEMO_ACCOUNTS.find((account) => account.name === 'Ada Operator')!.email,
  }
  return {
    ...outside,
    PORT: String(port),
    HOST: host,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey(dataDir),
    WEB_DIST: join(root, 'apps/web/dist'),
  }
}

async function startRole(role: 'api' | 'worker', env: Record<string, string>): Promise<void> {
  await keep(
    startChild({
      name: role,
      file: join(root, 'apps/server/src/main.ts'),
      args: ['--role', role],
      env,
      logFile: join(dataDir, `logs/${role}.log`),
      isStopping,
    }),
  )
}

/** Remembers a process for the shutdown; one that comes up during a shutdown is stopped at once. */
async function keep<Ready>(child: Promise<Child<Ready>>): Promise<Ready> {
  const started = await child
  if (stopping) await started.stop()
  else running.push(started)
  return started.ready
}

async function untilHealthy(): Promise<void> {
  const deadline = performance.now() + 30_000
  for (const path of ['/readyz', '/v1/worker/ready']) {
    while (!(await isOk(`http://localhost:${port}${path}`))) {
      if (performance.now() > deadline)
        throw new Error(`${path} did not answer 200; see ${dataDir}/logs`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function isOk(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )
}

function say(line: string): void {
  console.log(`  ${line}`)
}

function report(sandboxUrl: string, apiKey: string): void {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.log(`
Viva Voce is ready after ${seconds} s: ${baseUrl()}

  Sign in with Google or GitHub (both played by the sandbox) as
    Dana Developer   dana@developer.example
    Tessa Talent     tessa@talent.example
    Ada Operator     ada@operator.example   (administrator)

  Hear a voice:
    curl -sS ${baseUrl()}/v1/synthesize -H 'X-API-Key: ${apiKey}' -H 'Content-Type: application/json' -d '{"text":"Hello from Viva Voce.","voice_id":"premium_en_us_001","usage":"demo"}' -D - -o hello.wav

  Sandbox and its clock: ${sandboxUrl}
  Logs: ${join(dataDir, 'logs')}      Ctrl-C stops everything.
`)
}

async function shutDown(reason: unknown): Promise<void> {
  if (stopping) return
  stopping = true
  if (typeof reason !== 'number') console.log('\nStopping …')
  for (const part of running.reverse()) {
    await part.stop().catch((error) => console.error(`could not stop cleanly: ${error}`))
  }
  process.exit(typeof reason === 'number' ? reason : 0)
}
