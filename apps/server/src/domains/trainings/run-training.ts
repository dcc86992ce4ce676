import type { CloningVoice } from '@viva-voce/speech'
import type { Context } from '../../context.ts'
import { startLoop } from '../../kit/loop.ts'
import type { TrainingStage, TrainingTask } from '../../work/training-protocol.ts'
import type { TrainingSupport, TrainingWork } from '../../work/training-work.ts'
import { type TrainableVoice, trainableVoice } from '../voices/training-facts.ts'
import { refusalsOfTraining } from '../voices/training-gate.ts'
import { progressOfTraining } from '../voices/training-progress.ts'
import { checkpointKey } from './checkpoints.ts'
import { dropTraining, failTraining, finishTraining } from './finish-training.ts'
import {
  consentRevoked,
  interruptedTooOften,
  noSpeech,
  recordingsRefused,
} from './training-failures.ts'
import * as store from './training-store.ts'

/** Deaths of its process, or faults, after which a training is given up. */
const mostInterruptions = 3
/** How often a running training looks whether it is still wanted. */
const watchMs = 500

/** Why a training was ended from outside: this process stops, somebody has cancelled it, or consent is gone. */
class TrainingEnded extends Error {
  readonly why: 'stopping' | 'gone' | 'no_consent'

  constructor(why: TrainingEnded['why']) {
    super(`the training was ended: ${why}`)
    this.why = why
  }
}

/** Trains every voice that waits, one after the other, until none does or `stopping` aborts. */
export async function trainWaiting(
  ctx: Context,
  work: TrainingWork,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const training = await store.claim(ctx.db, ctx.processId, ctx.clock.now())
    if (!training) return
    await runTraining(ctx, work, training, stopping)
  }
}

async function runTraining(
  ctx: Context,
  work: TrainingWork,
  training: store.HeldTraining,
  stopping: AbortSignal,
): Promise<void> {
  const { id: trainingId, voice_id: voiceId } = training
  const log = ctx.logger.child({ trainingId, voiceId, run: training.runs })
  try {
    const state = await trainOnce(ctx, work, training, stopping)
    log.info({ state }, 'training ended')
  } catch (error) {
    if (error instanceof TrainingEnded) {
      log.info({ why: error.why }, 'training ended from outside')
      return leave(ctx, training, error.why)
    }
    log.error({ err: error }, 'training failed; it is tried again or given up')
    await store.putBack(ctx.db, training, true)
  }
}

async function leave(
  ctx: Context,
  training: store.HeldTraining,
  why: TrainingEnded['why'],
): Promise<void> {
  if (why === 'stopping') return store.putBack(ctx.db, training, false)
  if (why === 'no_consent') await failTraining(ctx, training, consentRevoked)
  else await dropTraining(ctx, training)
}

async function trainOnce(
  ctx: Context,
  work: TrainingWork,
  training: store.HeldTraining,
  stopping: AbortSignal,
): Promise<string> {
  if (training.interruptions > mostInterruptions) {
    return failTraining(ctx, training, interruptedTooOften)
  }
  const voice = await trainableVoice(ctx, training.voice_id)
  const refusals = await refusalsOfTraining(ctx, voice.facts)
  if (refusals.some(({ check }) => check === 'consent')) {
    return failTraining(ctx, training, consentRevoked)
  }
  if (refusals.length > 0) return failTraining(ctx, training, recordingsRefused(refusals))
  const { result, cloner } = await inThread(ctx, work, training, voice, stopping)
  if ('refusal' in result) return failTraining(ctx, training, noSpeech)
  return finishTraining(ctx, training, voice, result, cloner)
}

/** The work itself, watched: it ends as soon as nobody wants it any more. */
async function inThread(
  ctx: Context,
  work: TrainingWork,
  training: store.HeldTraining,
  { facts, samples }: TrainableVoice,
  stopping: AbortSignal,
) {
  const ended = new AbortController()
  const endNow = (why: TrainingEnded['why']) => ended.abort(new TrainingEnded(why))
  const onStop = () => endNow('stopping')
  stopping.addEventListener('abort', onStop, { once: true })
  if (stopping.aborted) onStop()
  const watch = startLoop({
    name: 'training watch',
    pauseMs: watchMs,
    logger: ctx.logger,
    work: async () => {
      const standing = await store.standing(ctx.db, training)
      if (standing?.state !== 'training') endNow('gone')
      else if (standing.consent !== 'granted') endNow('no_consent')
    },
  })
  const cloner = clonerFor(ctx, facts.locale)
  const progress = progressOfTraining(ctx, training.voice_id)
  try {
    const task: TrainingTask = {
      locale: facts.locale,
      recordings: facts.recordings.map(({ fileName, quality }) => ({
        fileName,
        speechSeconds: quality.speechSeconds,
        snrDb: quality.snrDb,
      })),
      cloner: cloner && { modelId: cloner.modelId, needsText: cloner.needsText },
      checkpoint: await lastCheckpoint(ctx, training),
    }
    const support: TrainingSupport = {
      recording: (index) => ctx.objects.get(samples[index]!.object_key),
      keep: (stage, { base, state }) => keep(ctx, training, stage, base, state),
      progress: progress.raise,
      openCloner: ctx.speech.openCloner,
    }
    return { result: await work.train(task, support, ended.signal), cloner }
  } finally {
    stopping.removeEventListener('abort', onStop)
    await watch.stop()
    await progress.written()
  }
}

/** The first of the operator's cloning models that is up and speaks the language. */
function clonerFor(ctx: Context, locale: string): CloningVoice | null {
  const language = locale.toLowerCase().split(/[-_]/)[0]!
  return (
    ctx.speech.cloners().find(({ isUp, languages }) => isUp && languages.includes(language)) ?? null
  )
}

/** What the last stored stage left; null at the beginning. */
async function lastCheckpoint(ctx: Context, training: store.HeldTraining) {
  const last = (training.stages as { stage: TrainingStage }[]).at(-1)
  if (!last) return null
  const state = await ctx.objects.get(checkpointKey(training, last.stage))
  return { base: training.base_voice!, state }
}

/** The object first, then the row that counts on it. */
async function keep(
  ctx: Context,
  training: store.HeldTraining,
  stage: TrainingStage,
  base: string,
  state: Uint8Array,
): Promise<void> {
  await ctx.objects.put(checkpointKey(training, stage), state)
  if (!(await store.addStage(ctx.db, training, stage, base))) throw new TrainingEnded('gone')
}
