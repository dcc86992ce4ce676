import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../kit/db.ts'
import type { JobKind } from '../../kit/jobs.ts'
import { ObjectMissingError } from '../../kit/object-store.ts'
import type { StoredResult } from '../../work/tasks.ts'
import type { Findings } from '../escrows/findings.ts'
import { recordVerification } from '../escrows/record-verification.ts'
import { otherVoices, speakerOfVoice } from '../voices/speakers.ts'
import { movesPitch } from './read-text.ts'
import * as store from './synthesis-store.ts'

/** The job that reads a stored synthesis back before its payment may be released. */
export function verifyJob(ctx: Context): JobKind<{ synthesis_id: string }> {
  return {
    name: 'verify-synthesis',
    retryLimit: 8,
    handle: ({ synthesis_id }) => verify(ctx, synthesis_id),
  }
}

/**
 * Reads the stored audio back, compares the watermark's payload with the synthesis, scans it, and writes
 * both results to the held payment. Running twice changes nothing.
 */
export async function verify(ctx: Context, synthesisId: string): Promise<void> {
  const findings = await examine(ctx, synthesisId)
  await inTransaction(ctx.db, (tx) =>
    recordVerification(ctx, tx, {
      synthesisId,
      watermarkPassed: findings.watermark.payload === findings.expectedPayload,
      scanPassed: findings.scan.passed && findings.unchanged,
      findings,
    }),
  )
}

async function examine(ctx: Context, synthesisId: string): Promise<Findings> {
  const row = await store.findForCheck(ctx.db, synthesisId)
  if (!row) throw new Error(`${synthesisId} is not a completed synthesis`)
  const expectedPayload = Number(row.number)
  const audio = await readStored(ctx, row.object_key!)
  if (!audio) return { ...nothingStored, expectedPayload, unchanged: false }
  const result = await ctx.speech.check({
    audio,
    format: row.format,
    askedPauseSeconds: row.asked_pause_seconds,
    keyVersion: row.watermark_key_version!,
    seconds: Number(row.sample_count) / row.sample_rate_hz!,
    voice: {
      // What is known is how the clone sounds, and this is the voice's conversion.
      own: row.is_fallback ? null : await speakerOfVoice(ctx, row.voice_id),
      others: await otherVoices(ctx, { voiceId: row.voice_id, talentId: row.talent_id }),
      isAltered: movesPitch(row.text, row.locale),
    },
  })
  const unchanged = createHash('sha256').update(audio).digest().equals(row.audio_sha256!)
  return { ...result, expectedPayload, unchanged }
}

const nothingStored: StoredResult = {
  watermark: { payload: null, score: 0, explanation: 'the stored audio is missing' },
  scan: { passed: false, signals: [] },
}

/** Missing audio is a finding; a store that does not answer is not, and the job is tried again. */
async function readStored(ctx: Context, objectKey: string): Promise<Uint8Array | null> {
  try {
    return await ctx.objects.get(objectKey)
  } catch (error) {
    if (error instanceof ObjectMissingError) return null
    throw error
  }
}
