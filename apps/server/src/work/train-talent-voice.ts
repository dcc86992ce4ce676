import { once } from 'node:events'
import {
  type Comparison,
  decodeTrainingState,
  encodeModel,
  encodeTrainingState,
  judge,
  measureVoice,
  modelSpeaker,
  SpeechError,
  type TrainingState,
  trainVoice,
} from '@viva-voce/speech'
import { asRefusal } from './as-refusal.ts'
import type {
  FromTraining,
  ToTraining,
  TrainingResult,
  TrainingStage,
  TrainingThreadTask,
} from './training-protocol.ts'
import { gatherMaterial, type TrainingMaterial } from './training-recordings.ts'
import { tryCloning } from './try-cloning.ts'

/** The same recordings give the same voice. */
const seed = 1
/** Where the parts of the work end, in percent of it: about their shares of the time. */
const percent = { gathered: 12, trained: 82, known: 92, measured: 99 }
const scriptAdvice =
  'A recording whose name is a number must read that sentence of the script, word for word.'

/**
 * Trains a talent's voice and measures it. Asks for recordings and hands checkpoints on through the task's port;
 * an abort ends the thread. What is wrong with the recordings comes back as data.
 */
export async function trainTalentVoice(task: TrainingThreadTask): Promise<TrainingResult> {
  const { port } = task
  try {
    return await train(task, (message) => port.postMessage(message))
  } catch (error) {
    if (error instanceof SpeechError && error.code !== 'no_speech') throw error
    return asRefusal(error) as TrainingResult
  } finally {
    port.close()
    task.cloner?.port.close()
  }
}

async function train(
  task: TrainingThreadTask,
  tell: (message: FromTraining) => void,
): Promise<TrainingResult> {
  const answer = async (message: FromTraining): Promise<ToTraining> => {
    const answered = once(task.port, 'message') as Promise<[ToTraining]>
    tell(message)
    return (await answered)[0]
  }
  const read = async (index: number) => (await answer({ want: index })) as Uint8Array
  const material = await gatherMaterial(task, read, (share) =>
    tell({ progress: share * percent.gathered }),
  )
  const { parallel, uses, base, train, heldTexts } = material
  const model = await trainVoice({
    ...train,
    parallel,
    seed,
    state: task.checkpoint ? decodeTrainingState(task.checkpoint.state) : undefined,
    onProgress: (done) =>
      tell({ progress: percent.gathered + (done / 100) * (percent.trained - percent.gathered) }),
    onCheckpoint: async (state) => {
      const checkpoint = { base: base.id, state: encodeTrainingState(state) }
      await answer({ stage: stageOf(state), checkpoint })
    },
  })
  const comparison = await comparisonOf(material)
  tell({ progress: percent.known })
  const report = await measureVoice({ model, ...comparison })
  tell({ progress: percent.measured })
  const { locale, recordings, cloner } = task
  const secondsUsed = model.seconds
  const cloning =
    cloner &&
    (await tryCloning(
      cloner,
      { locale, recordings, uses, heldTexts, comparison, secondsUsed },
      read,
    ))
  const { passed, advice } = judge(report)
  return {
    base: base.id,
    parallel,
    uses,
    seed,
    report,
    advice: passed || !parallel ? advice : [...advice, scriptAdvice],
    model: encodeModel(model),
    cloning,
  }
}

function stageOf(state: TrainingState): TrainingStage {
  if (state.mapping) return 'fitted'
  return state.pairs ? 'aligned' : 'analysed'
}

async function comparisonOf({
  parallel,
  train,
  held,
  others,
}: TrainingMaterial): Promise<Comparison> {
  const speakers = {
    talent: await modelSpeaker(train.talent),
    base: await modelSpeaker(train.base),
    others: await Promise.all(others.map((other) => modelSpeaker(other))),
  }
  return { ...held, parallel, speakers }
}
