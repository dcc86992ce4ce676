import { availableCatalogueVoices, type CatalogueVoice, catalogueVoices } from '@viva-voce/speech'
import type { Logger } from '../kit/logger.ts'
import { createWorkPool } from '../kit/work-pool.ts'
import type { RecordingResult, RecordingTask } from './inspect-recording.ts'
import { createNeuralVoices } from './neural-voices.ts'
import { openStream, type RunInThread } from './open-stream.ts'
import { busy, outOfOrder, soundOrThrow, translate } from './refusals.ts'
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
  /** Every voice of the platform, and whether its engine is on this machine. */
  catalogue(): { voice: CatalogueVoice; isAvailable: boolean }[]
  /** Ids of the voices that are out of order in this process, for as long as that lasts. */
  voicesDown(): string[]
  /** Throws 503 when the queue is full or the voice is out of order, before anything is charged. */
  refuseUnlessReady(voiceId: string): void
  speak(task: SpokenTask): Promise<Spoken>
  stream(task: SpokenTask): SpeechStream
  check(task: StoredTask): Promise<StoredResult>
  /** Decodes and measures a talent's recording; throws `PoolFullError` when the queue is full. */
  inspect(task: Omit<RecordingTask, 'timeoutMs'>): Promise<RecordingResult>
  close(): Promise<void>
}

export function createSpeechWork(options: {
  filename: string
  threads: number
  queue: number
  timeoutMs: number
  watermarkKey: Uint8Array
  /** The operator's neural voices; null for none. */
  voiceModelsDir: string | null
  logger: Logger
}): SpeechWork {
  const neural = createNeuralVoices(options.voiceModelsDir, options.logger)
  const startPool = () =>
    createWorkPool({ ...options, workerData: { watermarkKey: options.watermarkKey } })
  const pool = startPool()
  // A thread waits while a model speaks, so a slow or hanging model would hold up all other voices.
  const neuralPool = neural.catalogue().length > 0 ? startPool() : null
  const neuralIds = new Set(neural.catalogue().map(({ id }) => id))
  const poolOf = (voiceId: string) => (neuralPool && neuralIds.has(voiceId) ? neuralPool : pool)
  const deadline = () => AbortSignal.timeout(options.timeoutMs)

  const run: RunInThread = async (name, task, { signal, ports = [] }) => {
    const { tenant, voiceId } = task
    const line = neural.open(voiceId)
    if (!line) return pool.run(name, task, { tenant, signal, ports })
    const { voice } = line
    try {
      const allPorts = [...ports, voice.port]
      const neuralTask = { ...task, neural: voice }
      return await poolOf(voiceId).run(name, neuralTask, { tenant, signal, ports: allPorts })
    } finally {
      line.close()
    }
  }

  return {
    catalogue() {
      const available = new Set(availableCatalogueVoices())
      const ours = catalogueVoices.map((voice) => ({ voice, isAvailable: available.has(voice) }))
      const models = neural.catalogue().map((voice) => ({
        voice,
        isAvailable: voice.engine.isAvailable?.() ?? true,
      }))
      return [...ours, ...models]
    },
    voicesDown: () => neural.down(),
    refuseUnlessReady(voiceId) {
      if (neural.down().includes(voiceId)) throw outOfOrder()
      if (poolOf(voiceId).isFull()) throw busy()
    },
    async speak(task) {
      const result = await run('speakAndMark', task, { signal: deadline() }).catch(translate)
      return soundOrThrow(result as SpokenResult)
    },
    stream: (task) => openStream(run, task, deadline()),
    async check(task) {
      return (await pool.run('checkStored', task, {
        tenant: '',
        signal: deadline(),
      })) as StoredResult
    },
    async inspect(task) {
      const { timeoutMs } = options
      return (await pool.run(
        'inspectRecording',
        { ...task, timeoutMs },
        { tenant: task.tenant, signal: deadline() },
      )) as RecordingResult
    },
    async close() {
      await Promise.all([pool.close(), neuralPool?.close()])
      await neural.close()
    },
  }
}
