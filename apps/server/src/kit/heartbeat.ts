import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import type { Logger } from './logger.ts'

const beatMs = 2_000
/** A process that has not reported for this long is taken for dead. */
export const deadAfterSeconds = 10

export type ProcessRole = 'api' | 'worker' | 'all'

/** Reports that this process lives, every two seconds until `stop`, which also takes its row away. */
export async function startHeartbeat(
  db: Db,
  me: { id: string; role: ProcessRole },
  logger: Logger,
): Promise<{ stop(): Promise<void> }> {
  await beat(db, me)
  let latest = Promise.resolve()
  const timer = setInterval(() => {
    latest = beat(db, me).catch((error) => logger.warn({ err: error }, 'heartbeat failed'))
  }, beatMs)
  return {
    async stop() {
      clearInterval(timer)
      // A beat under way would bring the row back.
      await latest
      await db.deleteFrom('processes').where('id', '=', me.id).execute()
    },
  }
}

async function beat(db: Db, me: { id: string; role: ProcessRole }): Promise<void> {
  await db
    .insertInto('processes')
    .values({ id: me.id, role: me.role })
    .onConflict((row) => row.column('id').doUpdateSet({ heartbeat_at: sql`now()` }))
    .execute()
}

/** Processes that have reported lately. */
export async function liveProcesses(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('processes')
    .select('id')
    .where('heartbeat_at', '>', sql<Date>`now() - make_interval(secs => ${deadAfterSeconds})`)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** How long ago any worker last reported, in milliseconds; null when none ever did. */
export async function lastWorkerBeatMs(db: Db): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from now() - max(heartbeat_at))::float8 * 1000 as ms
    from processes where role in ('worker', 'all')`.execute(db)
  return rows[0]?.ms ?? null
}

/** Forgets dead processes that no running synthesis names any more. */
export async function sweepProcesses(tx: Tx): Promise<void> {
  await sql`delete from processes where heartbeat_at < now() - interval '1 hour'`.execute(tx)
}
