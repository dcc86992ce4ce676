import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { createWorkPool } from '../kit/work-pool.ts'
import type {
  AskRegistry,
  ExaminedResult,
  ExaminerTask,
  ExamineTask,
  FingerprintResult,
  FingerprintTask,
  FromExaminer,
  ToExaminer,
} from './detection-protocol.ts'

/** A file that waits or is examined. */
export interface Examination {
  /** Rejects with `PoolFullError` when the queue is full, and with the reason of `signal`. */
  result: Promise<ExaminedResult>
  /** 0 to 1. */
  progress(): number
}

/**
 * Looking for marks and fingerprinting, in threads of its own at a low priority: what strangers send must not
 * take the place of a synthesis.
 */
export interface DetectionWork {
  /** True when one more file would be refused. */
  isFull(): boolean
  /**
   * Examines a file and removes its `folder`, however that ends; `tenant` is whose turn it is when files wait,
   * `ask` answers which syntheses a stretch sounds like.
   */
  examine(
    task: Omit<ExamineTask, 'timeoutMs'>,
    options: { folder: string; tenant: string; ask: AskRegistry; signal: AbortSignal },
  ): Examination
  fingerprint(task: FingerprintTask): Promise<FingerprintResult>
  /** Ends what runs: nobody waits an hour for a file to be examined. */
  close(): Promise<void>
}

export function createDetectionWork(options: {
  threads: number
  queue: number
  timeoutMs: number
  watermarkKey: Uint8Array
}): DetectionWork {
  const { threads, queue, timeoutMs, watermarkKey } = options
  const filename = fileURLToPath(import.meta.resolve('./detection-tasks.ts'))
  const pool = createWorkPool({ filename, threads, queue, workerData: { watermarkKey } })
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  return {
    isFull: () => pool.isFull(),
    examine(task, { folder, tenant, ask, signal }) {
      const { port1: ours, port2: theirs } = new MessageChannel()
      let progress = 0
      ours.on('message', (message: FromExaminer) => {
        if ('progress' in message) progress = message.progress
        else void answer(ours, ask(message.probes))
      })
      const examinerTask: ExaminerTask = { ...task, timeoutMs, port: theirs }
      const either = AbortSignal.any([signal, closing.signal])
      const result = pool
        .run('examineAudio', examinerTask, { tenant, signal: either, ports: [theirs] })
        .finally(() => {
          ours.close()
          return rm(folder, { recursive: true, force: true })
        }) as Promise<ExaminedResult>
      running.add(result)
      // Whoever awaits it sees the error; nobody may be waiting yet.
      result.catch(() => {}).finally(() => running.delete(result))
      return { result, progress: () => progress }
    },
    async fingerprint(task) {
      const signal = AbortSignal.timeout(timeoutMs)
      return (await pool.run('fingerprintStored', task, {
        tenant: '',
        signal,
      })) as FingerprintResult
    },
    async close() {
      closing.abort()
      await Promise.allSettled(running)
      await pool.close()
    },
  }
}

/** A registry that does not answer costs the look-up, and not the examination. */
async function answer(port: MessagePort, asked: ReturnType<AskRegistry>): Promise<void> {
  const suspects = await asked.catch(() => [])
  port.postMessage({ suspects } satisfies ToExaminer)
}
