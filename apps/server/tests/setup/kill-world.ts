import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '@viva-voce/sandbox'
import { sql } from 'kysely'
import { readConfig } from '../../src/config/config.ts'
import { type Context, createContext } from '../../src/context.ts'
import { explainProvider } from '../../src/domains/payments/explain.ts'
import { startHeartbeat } from '../../src/kit/heartbeat.ts'
import { createLogger } from '../../src/kit/logger.ts'
import { auditBooks } from './ledger.ts'
import { type PaidServer, paymentsOf, tell } from './payments.ts'
import {
  type ServerProcess,
  type StandbyServer,
  standByServer,
  startServerProcess,
} from './server-process.ts'
import { waitFor } from './wait.ts'

export const adminEmail = 'ada@operator.example'

/** A played provider that outlives the servers of a test, which are killed one after the other. */
export async function startKillWorld(
  database: { url: string; drop(): Promise<void> },
  environmentOf: (dataDir: string, settings: Record<string, string>) => Record<string, string>,
): Promise<KillWorld> {
  const sandbox = await startSandbox()
  await tell(sandbox, 'balance', { amount: 100_000_000 })
  const dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-kill-'))
  const environment = environmentOf(dataDir, {
    ...paymentsOf(sandbox),
    API_URL: 'http://localhost:45678',
    CLOCK_URL: `${sandbox.url}/clock`,
    ADMIN_EMAILS: adminEmail,
    LIMIT_LOOKUP_PER_MINUTE: '1000000',
    PROMOTIONAL_CREDIT_CENTS: '0',
  })
  const ctx = await createContext(readConfig(environment), {
    logger: createLogger({ level: 'silent', name: 'test' }),
    clock: { now: () => sandbox.clock.now(), stop() {} },
  })
  // What the test sells itself must not look like the work of a process that has died.
  const heartbeat = await startHeartbeat(ctx.db, { id: ctx.processId, role: 'api' }, ctx.logger)
  const running = await startServerProcess(environment)
  const world = new KillWorld({ sandbox, ctx, environment, running })
  world.onClose(async () => {
    await heartbeat.stop()
    await ctx.close()
    await sandbox.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await world.deliverHere()
  return world
}

export class KillWorld implements PaidServer {
  readonly sandbox: Sandbox
  readonly ctx: Context
  readonly clock: PaidServer['clock']
  readonly #environment: Record<string, string>
  #running: ServerProcess
  #next: StandbyServer
  #close = async () => {}
  kills = 0

  constructor(parts: {
    sandbox: Sandbox
    ctx: Context
    environment: Record<string, string>
    running: ServerProcess
  }) {
    this.sandbox = parts.sandbox
    this.ctx = parts.ctx
    this.#environment = parts.environment
    this.#running = parts.running
    this.#next = standByServer(parts.environment)
    this.clock = {
      now: () => parts.sandbox.clock.now(),
      stop() {},
      advance: (ms) => void parts.sandbox.clock.advance({ ms }),
    }
  }

  /** Of the server that runs now. */
  get url(): string {
    return this.#running.url
  }

  async deliverHere(): Promise<void> {
    await tell(this.sandbox, 'deliveries', { url: `${this.url}/v1/webhooks/stripe` })
  }

  async kill(): Promise<void> {
    this.kills++
    await this.#running.kill()
  }

  /** Starts the next server, and lets another one load meanwhile. */
  async start(): Promise<void> {
    this.#running = await this.#next.start()
    this.#next = standByServer(this.#environment)
    await this.deliverHere()
  }

  async restart(): Promise<void> {
    await this.kill()
    await this.start()
  }

  /**
   * Lets time pass until everything has ended: what was open has expired, what was asked for is answered, and the
   * auditor explains every cent of the provider and of the books.
   */
  async settle(timeoutMs = 60_000): Promise<void> {
    let left = ''
    await waitFor(
      'everything to end',
      async () => {
        this.clock.advance(20 * 60_000)
        left = await this.#unsettled()
        return left === '' ? true : null
      },
      timeoutMs,
      100,
    ).catch((error) => {
      throw new Error(`${error}: ${left}`)
    })
    // What is begun next must not be hours old as soon as the server learns the time.
    await this.sandbox.clock.told()
    await auditBooks(this)
  }

  async #unsettled(): Promise<string> {
    const { rows } = await sql<{ what: string }>`
      select 'refund ' || id as what from payment_refunds where state = 'pending'
      union all select 'payout ' || id from payouts where state = 'processing'
      union all select 'event ' || type from provider_events where state = 'received'
      union all select 'charge ' || id from payments where state = 'open' and purpose = 'automatic_top_up'
      union all select 'hold ' || synthesis_id from wallet_holds where state = 'held'`.execute(
      this.ctx.db,
    )
    if (rows.length > 0) return rows.map(({ what }) => what).join(', ')
    const { unexplained, ledgerCashMicros, providerCashMicros } = await explainProvider(this.ctx)
    if (ledgerCashMicros !== providerCashMicros) {
      unexplained.push(`${ledgerCashMicros} micro-euro here, ${providerCashMicros} there`)
    }
    return unexplained.join(', ')
  }

  /** What was done at the provider more than once, by what it was done for. */
  doneTwice(): string[] {
    const { store } = this.sandbox.stripe
    const named = (list: { metadata: Record<string, string> }[], name: string) =>
      list.flatMap(({ metadata }) => metadata[name] ?? [])
    const done = [
      ...named(
        store.all('payment_intents').filter(({ status }) => status === 'succeeded'),
        'payment_id',
      ),
      ...named(store.all('refunds'), 'refund_id'),
      ...named(store.all('transfers'), 'payout_id'),
    ]
    return done.filter((id, index) => done.indexOf(id) !== index)
  }

  onClose(close: () => Promise<void>): void {
    this.#close = close
  }

  async close(): Promise<void> {
    this.#next.kill()
    await this.#running.kill()
    await this.#close()
  }
}
