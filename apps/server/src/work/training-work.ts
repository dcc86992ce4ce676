import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { createWorkPool } from '../kit/work-pool.ts'
import type {
  Checkpoint,
  FromTraining,
  ToTraining,
  TrainingResult,
  TrainingStage,
  TrainingTask,
} from './training-protocol.ts'

/** What a training needs of the process while it runs. A call that throws ends the training with its error. */
export interface TrainingSupport {
  /** A line to the task's cloning model, until `close`. */
  openCloner(modelId: string): { port: MessagePort; close(): void }
  /** The bytes of a recording, by its place in the task. */
  recording(index: number): Promise<Uint8Array>
  /** Stores where the training got to, so that another process can go on from there. */
  keep(stage: TrainingStage, checkpoint: Checkpoint): Promise<void>
  /** 0..100. */
  progress(percent: number): void
}

/** Trainings, off the event loop and in threads of their own, so that no synthesis or check waits for one. */
export interface TrainingWork {
  /** Throws the signal's reason when it aborts; the thread is ended at once. */
  train(task: TrainingTask, support: TrainingSupport, signal: AbortSignal): Promise<TrainingResult>
  /** Waits for what runs. */
  close(): Promise<void>
}

export function createTrainingWork(options: { filename: string; threads: number }): TrainingWork {
  const pool = createWorkPool({ ...options, keptThreads: 0, queue: 0, workerData: null })
  return {
    async train(task, support, signal) {
      const { port1: ours, port2: theirs } = new MessageChannel()
      const broken = new AbortController()
      const { cloner, ...rest } = task
      const line = cloner && support.openCloner(cloner.modelId)
      const threadCloner = line && { needsText: cloner.needsText, port: line.port }
      ours.on('message', (message: FromTraining) => {
        serve(message, support)
          .then((answer) => answer !== undefined && ours.postMessage(answer))
          .catch((error: unknown) => broken.abort(error))
      })
      try {
        return (await pool.run(
          'trainTalentVoice',
          { ...rest, port: theirs, cloner: threadCloner },
          {
            tenant: '',
            signal: AbortSignal.any([signal, broken.signal]),
            ports: line ? [theirs, line.port] : [theirs],
          },
        )) as TrainingResult
      } catch (error) {
        signal.throwIfAborted()
        broken.signal.throwIfAborted()
        throw error
      } finally {
        ours.close()
        line?.close()
      }
    },
    close: () => pool.close(),
  }
}

async function serve(
  message: FromTraining,
  support: TrainingSupport,
): Promise<ToTraining | undefined> {
  if ('progress' in message) {
    support.progress(message.progress)
    return undefined
  }
  if ('want' in message) return support.recording(message.want)
  await support.keep(message.stage, message.checkpoint)
  return null
}
