import {
  type AnswerOf,
  canTrain,
  type routes,
  type TrainingFailure,
  type VoiceDossier,
  type VoiceState,
} from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import { ApiError, notFound } from '../../kit/api-error.ts'
import { inTransaction } from '../../kit/db.ts'
import { consentsUntilCommit } from '../talents/talents.ts'
import {
  lockOwnVoice,
  moveVoice,
  type OwnVoice,
  ownVoice,
  stateAfter,
} from '../voices/own-voices.ts'
import { trainableVoice } from '../voices/training-facts.ts'
import { refusalsOfTraining, type TrainingRefusal } from '../voices/training-gate.ts'
import { removeCheckpoints } from './checkpoints.ts'
import * as store from './training-store.ts'

type Task = AnswerOf<typeof routes.trainVoice>

/**
 * Queues the training of a talent's voice; while it lasts, the same task. Throws 422 for a catalogue voice, 404
 * for somebody else's, 409 in a state without training, 403 without consent and 422 with what the gate refuses.
 */
export async function requestTraining(
  ctx: Context,
  viewer: Viewer,
  voiceId: string,
): Promise<Task> {
  if (/^(premium|standard|budget)_/.test(voiceId)) throw catalogueVoice()
  const voice = await ownVoice(ctx.db, viewer, voiceId)
  if (voice.state !== 'training') {
    refuseUnlessTrainable(voice)
    const { facts } = await trainableVoice(ctx, voiceId)
    refuse(await refusalsOfTraining(ctx, facts))
  }
  return inTransaction(ctx.db, async (tx) => {
    const consents = await consentsUntilCommit(tx, voice.talent_id)
    const locked = await lockOwnVoice(tx, viewer, voiceId)
    const running = await store.openTraining(tx, voiceId)
    if (running && locked.state === 'training') return taskOf(running.id, voiceId, 'training')
    refuseUnlessTrainable(locked)
    if (!consents) throw noConsent('Please give consent first: no voice is trained without it.')
    const id = ctx.ids.next('trn')
    await store.insertTraining(tx, { id, voice_id: voiceId, created_at: ctx.clock.now() })
    const state = await moveVoice(tx, locked, 'train', { training_progress: 0, failure: null })
    return taskOf(id, voiceId, state)
  })
}

/** Ends a voice's training; the worker notices within a second. Throws 404, and 409 when there is none. */
export async function cancelTraining(ctx: Context, viewer: Viewer, voiceId: string): Promise<Task> {
  const task = await inTransaction(ctx.db, async (tx) => {
    const voice = await lockOwnVoice(tx, viewer, voiceId)
    const state = await moveVoice(tx, voice, 'cancel', { training_progress: null })
    const running = await store.openTraining(tx, voiceId)
    if (!running) throw new Error(`${voiceId} is in training without a task`)
    await store.end(tx, running.id, { state: 'cancelled', at: ctx.clock.now() })
    return taskOf(running.id, voiceId, state)
  })
  ctx.logger.info({ voiceId, trainingId: task.task_id }, 'training cancelled')
  await removeCheckpoints(ctx, { id: task.task_id, voice_id: voiceId })
  return task
}

/** What a voice was made from and how near it came, for its talent or an administrator. Throws 404. */
export async function readDossier(
  ctx: Context,
  viewer: Viewer,
  voiceId: string,
): Promise<VoiceDossier> {
  await ownVoice(ctx.db, viewer, voiceId)
  const dossier = await store.latestDossier(ctx.db, voiceId)
  if (!dossier) throw notFound('dossier: the voice has not been trained yet')
  return dossier as VoiceDossier
}

function taskOf(taskId: string, voiceId: string, status: VoiceState): Task {
  return { task_id: taskId, voice_id: voiceId, status }
}

/** A failed voice says what would help; every other state says what it is. */
function refuseUnlessTrainable(voice: OwnVoice): void {
  const failure = voice.failure as TrainingFailure | null
  stateAfter(voice, 'train')
  if (canTrain({ state: voice.state as VoiceState, failure })) return
  const advice = failure!.advice.join(' ')
  throw new ApiError(
    'conflict',
    `These recordings have failed: ${failure!.message} ${advice} Add recordings, then train again.`,
  )
}

function refuse(refusals: readonly TrainingRefusal[]): void {
  const [first] = refusals
  if (!first) return
  const consent = refusals.find(({ check }) => check === 'consent')
  if (consent) throw noConsent(consent.message)
  throw new ApiError('recordings_refused', first.message, {
    fields: refusals.map(({ check, message }) => ({ field: `recordings.${check}`, message })),
  })
}

function noConsent(sentence: string): ApiError {
  return new ApiError('consent_missing', sentence)
}

function catalogueVoice(): ApiError {
  const message = 'Catalogue voices cannot be trained; a custom voice must be created by an upload.'
  return new ApiError('validation_failed', message, {
    fields: [{ field: 'body.voice_id', message }],
  })
}
