import type { TrainingFailure } from '@viva-voce/contract'
import type { CloningVoice } from '@viva-voce/speech'
import type { Updateable } from 'kysely'
import type { Context } from '../../context.ts'
import type { Voices } from '../../generated/database.ts'
import { inTransaction, type Tx } from '../../kit/db.ts'
import { publish } from '../../kit/outbox.ts'
import type { TrainingOutcome } from '../../work/training-protocol.ts'
import { consentInForce } from '../talents/consent.ts'
import { consentsUntilCommit } from '../talents/talents.ts'
import { madeByCloning, madeByConversion } from '../voices/custom-voice.ts'
import { lockTrainingVoice, moveVoice, type OwnVoice } from '../voices/own-voices.ts'
import type { TrainableVoice } from '../voices/training-facts.ts'
import { removeCheckpoints } from './checkpoints.ts'
import { dossierOf, spokeAsTalent } from './dossier.ts'
import { consentRevoked, notLikeTalent } from './training-failures.ts'
import * as store from './training-store.ts'

/** How a training has ended: `gone` when somebody else ended it before. */
export type TrainingEnd = 'ready' | 'failed' | 'gone'

/**
 * Makes the voice ready when its clone or its conversion came out, else failed; a clone speaks before a conversion.
 * What speaks is stored before the row that names it, and removed when the training was ended meanwhile.
 */
export async function finishTraining(
  ctx: Context,
  training: store.HeldTraining,
  voice: TrainableVoice,
  outcome: TrainingOutcome,
  cloner: CloningVoice | null,
): Promise<TrainingEnd> {
  const made = madeOf(training, outcome, cloner)
  const record = async (tx: Tx) =>
    dossierOf({
      training: (await store.heldTraining(tx, training))!,
      voice,
      outcome,
      cloner,
      consent: await consentInForce(tx, training.talent_id),
      endedAt: ctx.clock.now(),
    })
  if (made.objects.length === 0) {
    return failTraining(ctx, training, notLikeTalent(outcome.advice), record)
  }
  for (const { key, bytes } of made.objects) await ctx.objects.put(key, bytes)
  const end = await ending(ctx, training, async (tx, row, consents) =>
    consents
      ? makeReady(ctx, tx, { training, row, change: made.change, dossier: await record(tx) })
      : makeFailed(ctx, tx, training, row, consentRevoked),
  )
  if (end !== 'ready') for (const { key } of made.objects) await ctx.objects.remove(key)
  return end
}

/** The objects that speak, and what the voice's row says of them. */
function madeOf(
  training: store.HeldTraining,
  { base, model, report, advice, cloning }: TrainingOutcome,
  cloner: CloningVoice | null,
) {
  const folder = `voices/${training.voice_id}`
  const objects: { key: string; bytes: Uint8Array }[] = []
  const change: Updateable<Voices> = {}
  const seconds = Math.round(report.secondsUsed)
  if (advice.length === 0) {
    const key = `${folder}/model-${training.id}`
    objects.push({ key, bytes: model })
    change.base_voice = base
    change.model_key = key
    change.made_by = `From ${seconds} s of the talent's own recordings: ${madeByConversion(base)}.`
  }
  if (cloner && cloning && spokeAsTalent(cloning)) {
    const key = `${folder}/reference-${training.id}.wav`
    objects.push({ key, bytes: cloning.wav })
    change.clone_model = cloner.modelId
    change.clone_key = key
    change.clone_text = cloning.reference.text
    change.made_by = madeByCloning(cloner.madeBy, cloning.reference.seconds, change.base_voice)
  }
  return { objects, change }
}

type Recorder = (tx: Tx) => Promise<object>

async function makeReady(
  ctx: Context,
  tx: Tx,
  done: {
    training: store.HeldTraining
    row: OwnVoice
    change: Updateable<Voices>
    dossier: object
  },
): Promise<TrainingEnd> {
  const { training, row, change, dossier } = done
  const at = ctx.clock.now()
  await store.end(tx, training.id, { state: 'succeeded', at, dossier })
  await moveVoice(tx, row, 'succeed', { training_progress: 100, ...change })
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
