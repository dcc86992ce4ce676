import { sql } from 'kysely'
import type { Context } from '../../apps/server/src/context.ts'
import { listEntries, summarise } from '../../apps/server/src/domains/royalties/read.ts'
import type { Viewer } from '../../apps/server/src/http/viewer.ts'
import { inTransaction } from '../../apps/server/src/kit/db.ts'
import { percentile, round } from '../lib/report.ts'

const talents = 200
const developers = 500
const rowsAtOnce = 1_000_000

/** Fills the table, evenly over talents and developers, then reads pages and totals as the royalties page does. */
export async function pageOfRoyalties(ctx: Context, rows: number) {
  const from = performance.now()
  for (let at = 0; at < rows; at += rowsAtOnce) await fill(ctx, at, Math.min(rows, at + rowsAtOnce))
  await sql`analyze royalties`.execute(ctx.db)
  console.log(`${rows} royalties written in ${round((performance.now() - from) / 1000)} s`)
  const viewers: [string, Partial<Viewer>][] = [
    ['a talent', { role: 'talent', talentId: 'tal_p7', developerId: null }],
    ['a developer', { role: 'developer', talentId: null, developerId: 'dev_p7' }],
    ['an administrator', { role: 'admin', talentId: null, developerId: null }],
  ]
  const results = []
  for (const [who, viewer] of viewers) results.push(await read(ctx, who, viewer as Viewer, rows))
  return results
}

function fill(ctx: Context, first: number, last: number): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`set local synchronous_commit = off`.execute(tx)
    const ids = sql`generate_series(${sql.lit(first + 1)}, ${sql.lit(last)}) as n`
    if (first === 0) {
      await sql`insert into talents (id, user_id, name, email, created_at)
        select 'tal_p' || n, 'usr_p' || n, 'P ' || n, 'p@example.com', now() from generate_series(0, ${sql.lit(talents - 1)}) as n`.execute(
        tx,
      )
    }
    await sql`insert into royalties (id, escrow_id, talent_id, developer_id, voice_id, usage, sample_count, sample_rate_hz,
        price_per_second_micros, usage_factor_hundredths, net_micros, amount_micros, status, created_at, payable_at)
      select 'roy_p' || lpad(n::text, 22, '0'), 'esc_p' || n, 'tal_p' || n % ${sql.lit(talents)}, 'dev_p' || n % ${sql.lit(developers)},
        'voice_bench', 'podcast', 48000, 24000, 10000, 100, 20000, 14000, 'cancelled',
        timestamptz '2025-01-01' + n * interval '3 seconds', null from ${ids}`.execute(tx)
    await sql`insert into activity_changes (day, developer_id, talent_id, requests, entries, cancelled_micros)
      select (timestamptz '2025-01-01' + n * interval '3 seconds')::date, 'dev_p' || n % ${sql.lit(developers)},
        'tal_p' || n % ${sql.lit(talents)}, count(*), count(*), sum(14000) from ${ids} group by 1, 2, 3`.execute(
      tx,
    )
    const { foldChanges } = await import('../../apps/server/src/domains/usage/activity-store.ts')
    await foldChanges(tx, 10_000_000)
  })
}

async function read(ctx: Context, who: string, viewer: Viewer, rows: number) {
  const first: number[] = []
  const deep: number[] = []
  const totals: number[] = []
  for (let n = 0; n < 200; n++) {
    first.push(await time(() => listEntries(ctx, viewer, { limit: 5 })))
    const cursor = `roy_p${String(Math.floor((rows * (n + 1)) / 201)).padStart(22, '0')}`
    deep.push(await time(() => listEntries(ctx, viewer, { limit: 5, cursor })))
    totals.push(await time(() => summarise(ctx, viewer)))
  }
  return {
    viewer: who,
    royalties: rows,
    first_page_p95_ms: round(percentile(first, 0.95), 2),
    any_page_p95_ms: round(percentile(deep, 0.95), 2),
    totals_p95_ms: round(percentile(totals, 0.95), 2),
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
