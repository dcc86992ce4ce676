import { FINGERPRINT_VERSION } from '@viva-voce/fingerprint'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../kit/db.ts'
import type { JobKind } from '../../kit/jobs.ts'
import { ObjectMissingError } from '../../kit/object-store.ts'
import { PoolFullError } from '../../kit/work-pool.ts'
import * as store from './fingerprint-store.ts'

/** A job that was lost is made up for after this long. */
const overdueMs = 2 * 60_000
const sweepLimit = 50

/** The job that writes a synthesis' fingerprint into the registry, after it was delivered. */
export function fingerprintJob(ctx: Context): JobKind<{ synthesis_id: string }> {
  return {
    name: 'fingerprint-synthesis',
    retryLimit: 8,
    handle: ({ synthesis_id }) => writeFingerprint(ctx, synthesis_id),
  }
}

/** Reads the stored audio and writes its fingerprint, once. Running twice changes nothing. */
export async function writeFingerprint(ctx: Context, synthesisId: string): Promise<void> {
  const row = await store.findWithoutFingerprint(ctx.db, synthesisId)
  if (!row) return
  const audio = await readStored(ctx, row.object_key!)
  const print = audio
    ? await ctx.detection.fingerprint({ audio, format: row.format })
    : { hashes: new Int32Array(0), frames: new Int32Array(0) }
  await inTransaction(ctx.db, async (tx) => {
    const isFirst = await store.markFingerprinted(tx, row.number!, FINGERPRINT_VERSION)
    if (isFirst) await store.insertHashes(tx, row.number!, print)
  })
}

/** Takes syntheses that were overlooked, and those of releases that had no registry. */
export async function writeOverdue(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - overdueMs)
  for (const id of await store.oldestWithoutFingerprint(ctx.db, before, sweepLimit)) {
    try {
      await writeFingerprint(ctx, id)
    } catch (error) {
      if (error instanceof PoolFullError) return
      ctx.logger.warn({ err: error, synthesisId: id }, 'a fingerprint was not written')
    }
  }
}

/** Missing audio is found by the verification of the synthesis, and has no fingerprint. */
async function readStored(ctx: Context, objectKey: string): Promise<Uint8Array | null> {
  try {
    return await ctx.objects.get(objectKey)
  } catch (error) {
    if (error instanceof ObjectMissingError) return null
    throw error
  }
}
