/**
 * `npm run bench -- ledger`: the money of a synthesis (hold, charge, held payment, royalty, licence, events) written at
 * 1, 8 and 32 clients; a payout run over many talents; a page of royalties among millions.
 * `--seconds 10 --talents 10000 --royalties 10000000` are the defaults. The database is the embedded one, fsync on.
 * `--commands N` does something else: N random commands on the product and on its model (decision 0031), compared after
 * each. `--seed S` repeats them; with `--path P` and `--replay R` only the run that failed, as the failure has printed it.
 * A million takes two hours: `--resume` goes on where a call was broken off.
 * `--kills 2000` does something else again: it kills the server that often, at calls of the provider and at random, and looks
 * whether everything ends; `--seed S` chooses the same moments.
 */
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../apps/server/src/config/config.ts'
import { type Context, createContext } from '../../apps/server/src/context.ts'
import { auditLedger } from '../../apps/server/src/domains/audit/audit.ts'
import { sendPayouts } from '../../apps/server/src/domains/payouts/send.ts'
import { startPayouts } from '../../apps/server/src/domains/payouts/start.ts'
import { manualClock } from '../../apps/server/src/kit/clock.ts'
import { openDatabase, secretKey } from '../../scripts/lib/local-stack.ts'
import { report, round } from '../lib/report.ts'
import { checkCommands } from './commands.ts'
import { killServers } from './kills.ts'
import { makeDevelopers, makePayableTalents, sellOnce } from './rows.ts'
import { pageOfRoyalties } from './royalties-page.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    talents: { type: 'string', default: '10000' },
    royalties: { type: 'string', default: '10000000' },
    commands: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(2 ** 30)) },
    path: { type: 'string' },
    replay: { type: 'string' },
    resume: { type: 'boolean', default: false },
  },
})

if (values.commands) {
  const { path, replay: replayPath } = values
  const replay = path === undefined ? {} : { replay: { path, ...(replayPath && { replayPath }) } }
  const [commands, seed] = [Number(values.commands), Number(values.seed)]
  await checkCommands({ commands, seed, resume: values.resume, ...replay })
} else if (values.kills) {
  console.log(`seed ${values.seed}`)
  const row = await killServers(Number(values.kills), Number(values.seed))
  report('ledger-kills', { 'Servers killed at any moment': [row] })
} else await measureLedger()

async function measureLedger(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-bench-ledger-'))
  process.env.DATA_DIR = dataDir
  const database = await openDatabase(dataDir)
  const clock = manualClock(new Date('2026-03-10T09:00:00Z'))
  const ctx = await createContext(
    readConfig({
      ...{ DATABASE_URL: database.url, DATABASE_CONNECTIONS: '32', DATA_DIR: dataDir },
      ...{ SECRET_KEY: secretKey(dataDir), LOG_LEVEL: 'silent', SYNTHESES_AT_ONCE: '1000' },
      PROMOTIONAL_CREDIT_CENTS: '10000',
    }),
    { clock },
  )
  try {
    const syntheses = []
    for (const clients of [1, 8, 32]) syntheses.push(await sellFor(ctx, clients))
    // Before rows are made that no sale has made.
    const { checks, findings } = await auditLedger(ctx)
    console.log(`${checks} checks of the books, ${findings.length} findings`)
    const payouts = await payAll(ctx, Number(values.talents))
    const pages = await pageOfRoyalties(ctx, Number(values.royalties))
    report('ledger', {
      'The money of syntheses, without speech': syntheses,
      'A payout run': [payouts],
      'Royalties among many rows': pages,
    })
  } finally {
    await ctx.close()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Each client is a developer of its own, as in life: the wallet is locked for each synthesis. */
async function sellFor(ctx: Context, clients: number) {
  const developers = await makeDevelopers(ctx, clients)
  const untilMs = performance.now() + Number(values.seconds) * 1000
  const times: number[] = []
  const started = performance.now()
  await Promise.all(
    developers.map(async (developerId) => {
      while (performance.now() < untilMs) {
        const from = performance.now()
        await sellOnce(ctx, developerId)
        times.push(performance.now() - from)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  return {
    clients,
    syntheses_per_second: round(times.length / seconds),
    // Hold and charge are two transactions; the charge posts three lines.
    postings_per_second: round((times.length * 3) / seconds),
    p50_ms: round(sorted[Math.floor(times.length * 0.5)]!),
    p95_ms: round(sorted[Math.floor(times.length * 0.95)]!),
  }
}

async function payAll(ctx: Context, talents: number) {
  await makePayableTalents(ctx, talents)
  const provider = {
    accountsOf: async (ids: readonly string[]) => new Map(ids.map((id) => [id, `acct_${id}`])),
    transfer: async ({ payoutId }: { payoutId: string }) => ({
      kind: 'done' as const,
      transferId: `tr_${payoutId}`,
    }),
    find: async () => null,
  }
  const from = performance.now()
  const started = await startPayouts(ctx, provider)
  const between = performance.now()
  const settled = await sendPayouts(ctx, provider)
  return {
    talents,
    started,
    settled,
    starting_s: round((between - from) / 1000),
    settling_s: round((performance.now() - between) / 1000),
    payouts_per_second: round((started * 1000) / (performance.now() - from)),
  }
}
