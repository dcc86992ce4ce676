import { createWorkPool } from '../kit/work-pool.ts'
import { openStream } from './open-stream.ts'
import { busy, soundOrThrow, translate } from './refusals.ts'
import type {
  SpeechStream,
  Spoken,
  SpokenResult,
  SpokenTask,
  StoredResult,
  StoredTask,
} from './tasks.ts'

/** Speech and its checks, off the event loop. */
export interface SpeechWork {
  /** Throws 503 when the queue is full, before anything is charged. */
  refuseWhenFull(): void
  speak(task: SpokenTask): Promise<Spoken>
  stream(task: SpokenTask): SpeechStream
  check(task: StoredTask): Promise<StoredResult>
  close(): Promise<void>
}

export function createSpeechWork(options: {
  filename: string
  threads: number
  queue: number
  timeoutMs: number
  watermarkKey: Uint8Array
}): SpeechWork {
  const pool = createWorkPool({ ...options, workerData: { watermarkKey: options.watermarkKey } })
  const deadline = () => AbortSignal.timeout(options.timeoutMs)
  return {
    refuseWhenFull() {
      if (pool.isFull()) throw busy()
    },
    async speak(task) {
      const result = await pool
        .run('speakAndMark', task, { tenant: task.tenant, signal: deadline() })
        .catch(translate)
      return soundOrThrow(result as SpokenResult)
    },
    stream: (task) => openStream(pool, task, deadline()),
    async check(task) {
      return (await pool.run('checkStored', task, {
        tenant: '',
        signal: deadline(),
      })) as StoredResult
    },
    close: () => pool.close(),
  }
}
