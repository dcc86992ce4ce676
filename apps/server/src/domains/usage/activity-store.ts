import { type Insertable, sql } from 'kysely'
import type { ActivityChanges } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

/** Whose figures: the platform's own have an empty `ownerId`. */
export interface ActivityScope {
  scope: 'platform' | 'developer' | 'talent'
  ownerId: string
}

/** Sums of a day, or of all days; money in micro-euro. */
export interface ActivitySums {
  requests: bigint
  audioMs: bigint
  entries: bigint
  pendingMicros: bigint
  processingMicros: bigint
  paidMicros: bigint
  cancelledMicros: bigint
}

const sums = sql`
  coalesce(sum(requests), 0)::bigint as "requests",
  coalesce(sum(audio_ms), 0)::bigint as "audioMs",
  coalesce(sum(entries), 0)::bigint as "entries",
  coalesce(sum(pending_micros), 0)::bigint as "pendingMicros",
  coalesce(sum(processing_micros), 0)::bigint as "processingMicros",
  coalesce(sum(paid_micros), 0)::bigint as "paidMicros",
  coalesce(sum(cancelled_micros), 0)::bigint as "cancelledMicros"`

const figures = sql`requests, audio_ms, entries, pending_micros, processing_micros, paid_micros, cancelled_micros`

export async function insertChanges(tx: Tx, rows: Insertable<ActivityChanges>[]): Promise<void> {
  await tx.insertInto('activity_changes').values(rows).execute()
}

/** Another constant than the migrations' lock. */
const foldLock = 7_238_461_003

/**
 * Folds the oldest changes into the sums and deletes them; gives how many. Only one process folds at a time, since
 * two would lock the sums' rows in different orders.
 */
export async function foldChanges(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    with lock as materialized (select pg_try_advisory_xact_lock(${sql.lit(foldLock)}) as mine),
    taken as (
      delete from activity_changes where id in (
        select id from activity_changes, lock where mine order by id limit ${sql.lit(limit)})
      returning *),
    scoped as (
      select 'platform' as scope, '' as owner_id, taken.* from taken
      union all select 'developer', developer_id, taken.* from taken
      union all select 'talent', talent_id, taken.* from taken where talent_id is not null),
    dated as (
      select scope, owner_id, day as on_day, ${figures} from scoped
      union all select scope, owner_id, '-infinity', ${figures} from scoped),
    folded as (
      insert into activity_days (scope, owner_id, day, ${figures})
      select scope, owner_id, on_day, sum(requests), sum(audio_ms), sum(entries), sum(pending_micros),
        sum(processing_micros), sum(paid_micros), sum(cancelled_micros)
      from dated group by scope, owner_id, on_day
      on conflict (scope, owner_id, day) do update set
        requests = activity_days.requests + excluded.requests,
        audio_ms = activity_days.audio_ms + excluded.audio_ms,
        entries = activity_days.entries + excluded.entries,
        pending_micros = activity_days.pending_micros + excluded.pending_micros,
        processing_micros = activity_days.processing_micros + excluded.processing_micros,
        paid_micros = activity_days.paid_micros + excluded.paid_micros,
        cancelled_micros = activity_days.cancelled_micros + excluded.cancelled_micros)
    select count(*) from taken`.execute(tx)
  return Number(rows[0]!.count)
}

/** What is not folded yet and belongs to the scope. */
function unfolded({ scope, ownerId }: ActivityScope) {
  if (scope === 'platform') return sql`activity_changes`
  const owner = scope === 'developer' ? sql.ref('developer_id') : sql.ref('talent_id')
  return sql`(select * from activity_changes where ${owner} = ${ownerId}) as own_changes`
}

/** Every day from `from` to `to` (ISO dates), oldest first; zeros where nothing happened. */
export async function readDays(
  db: Db,
  owner: ActivityScope,
  from: string,
  to: string,
): Promise<(ActivitySums & { date: string })[]> {
  const { rows } = await sql<ActivitySums & { date: string }>`
    with happened as (
      select day, ${figures} from activity_days
      where scope = ${owner.scope} and owner_id = ${owner.ownerId} and day between ${from} and ${to}
      union all select day, ${figures} from ${unfolded(owner)} where day between ${from} and ${to})
    select to_char(listed, 'YYYY-MM-DD') as date, ${sums}
    from generate_series(${from}::date, ${to}::date, interval '1 day') as listed
    left join happened on happened.day = listed::date
    group by listed order by listed`.execute(db)
  return rows
}

/** The sum of all days. */
export async function readTotal(db: Db, owner: ActivityScope): Promise<ActivitySums> {
  const { rows } = await sql<ActivitySums>`
    with happened as (
      select ${figures} from activity_days
      where scope = ${owner.scope} and owner_id = ${owner.ownerId} and day = '-infinity'
      union all select ${figures} from ${unfolded(owner)})
    select ${sums} from happened`.execute(db)
  return rows[0]!
}

/** How many talents have a royalty entry; those of the last moment may be missing. */
export async function countEarningTalents(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('activity_days')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('scope', '=', 'talent')
    .where('day', '=', sql<Date>`'-infinity'`)
    .where('entries', '>', 0n)
    .executeTakeFirstOrThrow()
  return Number(count)
}
