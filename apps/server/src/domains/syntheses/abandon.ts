import type { Context } from '../../context.ts'
import { ApiError } from '../../kit/api-error.ts'
import { inTransaction } from '../../kit/db.ts'
import { releaseHold } from '../wallets/wallets.ts'
import * as store from './synthesis-store.ts'

/**
 * Gives up a synthesis that has not completed: the hold goes back, the idempotency key is free again, the
 * audio (if it was written) is removed. Does nothing to one that has completed or was given up before.
 */
export async function abandon(ctx: Context, synthesisId: string, reason: string): Promise<boolean> {
  const objectKey = await inTransaction(ctx.db, async (tx) => {
    const key = await store.markFailed(tx, synthesisId, reason)
    if (!key) return null
    await store.freeIdempotencyKey(tx, synthesisId)
    await releaseHold(ctx, tx, synthesisId)
    return key
  })
  if (!objectKey) return false
  ctx.logger.info({ synthesisId, reason }, 'synthesis given up, hold given back')
  await removeAudio(ctx, synthesisId, objectKey)
  return true
}

async function removeAudio(ctx: Context, synthesisId: string, objectKey: string): Promise<void> {
  await ctx.objects.remove(objectKey)
  await store.forgetObject(ctx.db, synthesisId)
}

/**
 * Gives up a synthesis of this process because of `error`. When another process has taken this one for dead
 * and given it up before, its clean-up came before this one's audio, which is removed here.
 */
export async function giveUp(
  ctx: Context,
  begun: { synthesisId: string; objectKey: string },
  error: unknown,
): Promise<void> {
  const { synthesisId, objectKey } = begun
  const reason = error instanceof ApiError ? error.code : 'internal'
  if (await abandon(ctx, synthesisId, reason)) return
  if (await store.isFailed(ctx.db, synthesisId)) await ctx.objects.remove(objectKey)
}

/**
 * Gives up what dead processes left speaking, and removes audio that a crash left between the two steps of
 * `abandon`. Returns how many syntheses were given up.
 */
export async function recoverInterrupted(ctx: Context): Promise<number> {
  let count = 0
  for (const id of await store.interrupted(ctx.db)) {
    if (await abandon(ctx, id, 'interrupted')) count++
  }
  for (const { id, object_key } of await store.failedWithObject(ctx.db)) {
    await removeAudio(ctx, id, object_key!)
  }
  return count
}
