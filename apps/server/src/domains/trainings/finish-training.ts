import { createHash } from 'node:crypto'
import type { TrainingFailure } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../kit/db.ts'
import { publish } from '../../kit/outbox.ts'
import type { TrainingOutcome } from '../../work/training-protocol.ts'
import { consentInForce } from '../talents/consent.ts'
import { consentsUntilCommit } from '../talents/talents.ts'
import { lockTrainingVoice, moveVoice, type OwnVoice } from '../voices/own-voices.ts'
import type { TrainableVoice } from '../voices/training-facts.ts'
import { removeCheckpoints } from './checkpoints.ts'
import { dossierOf } from './dossier.ts'
import { consentRevoked, notLikeTalent } from './training-failures.ts'
import * as store from './training-store.ts'

/** How a training has ended: `gone` when somebody else ended it before. */
export type TrainingEnd = 'ready' | 'failed' | 'gone'

/**
 * Makes the voice ready, or failed when it did not come out. The model is stored before the row that names it, and
 * removed when the training was ended meanwhile.
 */
export async function finishTraining(
  ctx: Context,
  training: store.HeldTraining,
  voice: TrainableVoice,
  outcome: TrainingOutcome,
): Promise<TrainingEnd> {
  const isReady = outcome.advice.length === 0
  const sha256 = createHash('sha256').update(outcome.model).digest('hex')
  const model = isReady ? { sha256, bytes: outcome.model.length } : null
  const modelKey = `voices/${training.voice_id}/model-${training.id}`
  const record = async (tx: Tx) =>
    dossierOf({
      training: (await store.heldTraining(tx, training))!,
      voice,
      outcome,
      model,
      consent: await consentInForce(tx, training.talent_id),
      endedAt: ctx.clock.now(),
    })
  if (!isReady) return failTraining(ctx, training, notLikeTalent(outcome.advice), record)
  await ctx.objects.put(modelKey, outcome.model)
  const end = await ending(ctx, training, async (tx, row, consents) =>
    consents
      ? makeReady(ctx, tx, { training, row, outcome, modelKey, dossier: await record(tx) })
      : makeFailed(ctx, tx, training, row, consentRevoked),
  )
  if (end !== 'ready') await ctx.objects.remove(modelKey)
  return end
}

type Recorder = (tx: Tx) => Promise<object>

async function makeReady(
  ctx: Context,
  tx: Tx,
  done: {
    training: store.HeldTraining
    row: OwnVoice
    outcome: TrainingOutcome
    modelKey: string
    dossier: object
  },
): Promise<TrainingEnd> {
  const { training, row, outcome, modelKey, dossier } = done
  const at = ctx.clock.now()
  await store.end(tx, training.id, { state: 'succeeded', at, dossier })
  const seconds = Math.round(outcome.report.secondsUsed)
  await moveVoice(tx, row, 'succeed', {
    training_progress: 100,
    base_voice: outcome.base,
    model_key: modelKey,
    made_by: `From ${seconds} s of the talent's own recordings: ${outcome.base} speaks, and its voice is converted to the talent's.`,
  })
  await publish(tx, 'voice.ready', eventOf(training, row, at), at)
  return 'ready'
}

/** Ends a training without a voice. `record` gives its dossier when it got so far. */
export function failTraining(
  ctx: Context,
  training: store.HeldTraining,
  failure: TrainingFailure,
  record?: Recorder,
): Promise<TrainingEnd> {
  return ending(ctx, training, async (tx, row, consents) =>
    consents
      ? makeFailed(ctx, tx, training, row, failure, await record?.(tx))
      : makeFailed(ctx, tx, training, row, consentRevoked),
  )
}

async function makeFailed(
  ctx: Context,
  tx: Tx,
  training: store.HeldTraining,
  row: OwnVoice,
  failure: TrainingFailure,
  dossier?: object,
): Promise<TrainingEnd> {
  const at = ctx.clock.now()
  await store.end(tx, training.id, { state: 'failed', at, ...(dossier && { dossier }) })
  await moveVoice(tx, row, 'fail', { failure: JSON.stringify(failure) })
  await publish(tx, 'voice.failed', { ...eventOf(training, row, at), failure }, at)
  return 'failed'
}

/** Ends a training whose voice was withdrawn, or that was cancelled. */
export function dropTraining(ctx: Context, training: store.HeldTraining): Promise<TrainingEnd> {
  return ending(ctx, training, async () => 'gone')
}

/**
 * Ends a training in one transaction, if this process still holds it and the voice is still in training. The
 * talent's consent is read to the end of it, and locked first, as everywhere.
 */
async function ending(
  ctx: Context,
  training: store.HeldTraining,
  work: (tx: Tx, row: OwnVoice, consents: boolean) => Promise<TrainingEnd>,
): Promise<TrainingEnd> {
  const end = await inTransaction(ctx.db, async (tx): Promise<TrainingEnd> => {
    const consents = await consentsUntilCommit(tx, training.talent_id)
    const row = await lockTrainingVoice(tx, training.voice_id)
    const held = await store.heldTraining(tx, training)
    if (row && held) return work(tx, row, consents)
    if (held) await store.end(tx, training.id, { state: 'cancelled', at: ctx.clock.now() })
    return 'gone'
  })
  await removeCheckpoints(ctx, training)
  return end
}

function eventOf({ id, voice_id }: store.TrainingRow, row: OwnVoice, at: Date) {
  return { voice_id, talent_id: row.talent_id, task_id: id, created_at: at.toISOString() }
}
