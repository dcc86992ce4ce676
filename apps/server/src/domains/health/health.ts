import type { StatusAnswer } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import { ping } from '../../kit/db.ts'
import { deadAfterSeconds, lastWorkerBeatMs } from '../../kit/heartbeat.ts'

const checkTimeoutMs = 2_000

/** Whether the database answers and audio can be stored, each in a word and the time it took. */
export async function readStatus(ctx: Context): Promise<StatusAnswer> {
  const [db, s3] = await Promise.all([probe(() => ping(ctx.db)), probe(() => ctx.objects.check())])
  return { ok: db.startsWith('up') && s3.startsWith('up'), db, s3 }
}

/** Whether any worker has reported lately. */
export async function readWorkerReady(
  ctx: Context,
): Promise<{ ok: boolean; last_seen_ms_ago: number | null }> {
  const ms = await lastWorkerBeatMs(ctx.db)
  return { ok: ms !== null && ms < deadAfterSeconds * 1000, last_seen_ms_ago: ms && Math.round(ms) }
}

async function probe(check: () => Promise<unknown>): Promise<string> {
  const startedMs = performance.now()
  try {
    await Promise.race([check(), timeout()])
    return `up (${Math.round(performance.now() - startedMs)} ms)`
  } catch {
    return 'down'
  }
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('no answer')), checkTimeoutMs).unref()
  })
}
