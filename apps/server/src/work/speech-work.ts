import type { MessagePort } from 'node:worker_threads'
import type { SpeakerEmbedding } from '@viva-voce/forensics'
import {
  availableCatalogueVoices,
  type CatalogueVoice,
  type CloningVoice,
  catalogueVoices,
} from '@viva-voce/speech'
import type { Logger } from '../kit/logger.ts'
import type { ObjectStore } from '../kit/object-store.ts'
import { createWorkPool, type WorkPool } from '../kit/work-pool.ts'
import type { CustomVoice } from './custom-protocol.ts'
import { openCustomVoice } from './custom-voices.ts'
import type { HeardResult, HeardVoice } from './hear-voice.ts'
import type { RecordingResult, RecordingTask } from './inspect-recording.ts'
import { createNeuralVoices } from './neural-voices.ts'
import { openStream, type RunInThread } from './open-stream.ts'
import { openSpeakerModel, versionInUse } from './operator-speakers.ts'
import { busy, outOfOrder, soundOrThrow, translate } from './refusals.ts'
import type {
  SpeechOrder,
  SpeechStream,
  Spoken,
  SpokenResult,
  StoredResult,
  StoredSpeech,
  StoredTask,
} from './tasks.ts'

type CheckedStored = StoredResult & { speech?: StoredSpeech }

/** A voice that is to be heard, in its language (BCP-47). */
export type HearOrder = Pick<SpeechOrder, 'voiceId' | 'custom'> & { locale: string }

/** Speech and its checks, off the event loop. */
export interface SpeechWork {
  /** Every voice of the platform, and whether its engine is on this machine. */
  catalogue(): { voice: CatalogueVoice; isAvailable: boolean }[]
  /** Ids of the voices that are out of order in this process, for as long as that lasts. */
  voicesDown(): string[]
  /** The operator's models that speak as a recording does, up or down. */
  cloners(): readonly CloningVoice[]
  /** A line for a training to such a model, until `close`. */
  openCloner(modelId: string): { port: MessagePort; close(): void }
  /** Throws 503 when the queue is full or the voice is out of order, before anything is charged. */
  refuseUnlessReady(voice: { id: string; custom: CustomVoice | null }): void
  speak(task: SpeechOrder): Promise<Spoken>
  stream(task: SpeechOrder): SpeechStream
  check(task: StoredTask): Promise<StoredResult>
  /** Makes a voice speak and hears who that is; null when nothing here speaks it. Throws as `speak`. */
  hear(order: HearOrder): Promise<SpeakerEmbedding | null>
  /** Of the speaker model that `hear` and `check` use; embeddings of another one cannot be compared with theirs. */
  speakerVersion(): Promise<number>
  /** Decodes and measures a talent's recording; throws `PoolFullError` when the queue is full. */
  inspect(task: Omit<RecordingTask, 'timeoutMs'>): Promise<RecordingResult>
  close(): Promise<void>
}

export function createSpeechWork(options: {
  filename: string
  /** Of what no caller waits for: speech-background-tasks.ts. */
  backgroundFilename: string
  threads: number
  queue: number
  timeoutMs: number
  watermarkKey: Uint8Array
  /** The operator's neural voices; null for none. */
  voiceModelsDir: string | null
  /** A speaker model of the operator; null for the one that comes with the product. */
  speakerModelFile: string | null
  /** Where the models of talents' voices are. */
  objects: ObjectStore
  logger: Logger
}): SpeechWork {
  const neural = createNeuralVoices(options.voiceModelsDir, options.objects, options.logger)
  const startPool = () =>
    createWorkPool({ ...options, workerData: { watermarkKey: options.watermarkKey } })
  const pool = startPool()
  // Checks and the hearing of voices come in bursts, and a task is not interrupted for a caller's synthesis: they have
  // threads of their own, which give way, and end when there is nothing to do.
  const background = createWorkPool({
    ...options,
    filename: options.backgroundFilename,
    keptThreads: 0,
    workerData: { watermarkKey: options.watermarkKey },
  })
  // A thread waits while a model speaks, so a slow or hanging model would hold up all other voices.
  const hasModels = neural.catalogue().length + neural.cloners().length > 0
  const neuralPool = hasModels ? startPool() : null
  const neuralIds = new Set(neural.catalogue().map(({ id }) => id))
  const poolOf = ({ voiceId, custom }: Pick<SpeechOrder, 'voiceId' | 'custom'>) => {
    const isNeural = custom ? 'cloner' in custom : neuralIds.has(voiceId)
    return neuralPool && isNeural ? neuralPool : pool
  }
  const deadline = () => AbortSignal.timeout(options.timeoutMs)

  /** What the thread asks for while it speaks, for a voice that needs it. */
  const openLine = ({ voiceId, custom }: Pick<SpeechOrder, 'voiceId' | 'custom'>) => {
    if (custom && 'cloner' in custom) {
      const { voice, close } = neural.openClone(custom)
      return { needs: { neural: voice }, port: voice.port, close }
    }
    if (custom) {
      const { line, close } = openCustomVoice(options.objects, custom)
      return { needs: { custom: line }, port: line.port, close }
    }
    const opened = neural.open(voiceId)
    if (!opened) return null
    const { voice, close } = opened
    return { needs: { neural: voice }, port: voice.port, close }
  }

  const runIn =
    (poolFor: (order: Pick<SpeechOrder, 'voiceId' | 'custom'>) => WorkPool): RunInThread =>
    async (name, order, { signal, ports = [] }) => {
      const { custom: _, ...task } = order
      const { tenant } = task
      const line = openLine(order)
      if (!line) return poolFor(order).run(name, task, { tenant, signal, ports })
      try {
        const whole = { ...task, ...line.needs }
        const allPorts = [...ports, line.port]
        return await poolFor(order).run(name, whole, { tenant, signal, ports: allPorts })
      } finally {
        line.close()
      }
    }
  const run = runIn(poolOf)
  // A model's voice is heard where it speaks: that thread waits for the model, which has a process of its own.
  const runBehind = runIn((order) => (poolOf(order) === pool ? background : poolOf(order)))

  const hearRaw = async (
    order: HearOrder & { keepsSpeech: boolean },
  ): Promise<HeardVoice | null> => {
    const task = { tenant: '', ...order }
    const heard = (await runBehind('hearVoice', task, { signal: deadline() }).catch(
      translate,
    )) as HeardResult
    const isUnknown = 'refusal' in heard && heard.refusal === 'unknown_voice'
    return isUnknown ? null : soundOrThrow(heard)
  }

  const speakers = openSpeakerModel({
    file: options.speakerModelFile,
    voices: () => [...availableCatalogueVoices(), ...neural.catalogue()],
    hear: ({ id: voiceId, locale }) =>
      hearRaw({ voiceId, locale, custom: null, keepsSpeech: true }),
    logger: options.logger,
  })

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
    cloners: () => neural.cloners(),
    openCloner(modelId) {
      const { voice, close } = neural.openCloner(modelId)
      return { port: voice.port, close }
    },
    refuseUnlessReady({ id: voiceId, custom }) {
      if (neural.down().includes(voiceId)) throw outOfOrder()
      if (poolOf({ voiceId, custom }).isFull()) throw busy()
    },
    async speak(task) {
      const result = await run('speakAndMark', task, { signal: deadline() }).catch(translate)
      return soundOrThrow(result as SpokenResult)
    },
    stream: (task) => openStream(run, task, deadline()),
    async check(task) {
      const operators = task.voice && (await speakers.ready())
      const options = { tenant: '', signal: deadline() }
      const order = { ...task, keepsSpeech: operators !== null }
      const result = (await background.run('checkStored', order, options)) as CheckedStored
      return operators ? operators.judge(result, task.voice!) : result
    },
    async hear(order) {
      const operators = await speakers.ready()
      const heard = await hearRaw({ ...order, keepsSpeech: operators !== null })
      if (!operators || !heard?.speech) return heard
      return operators.embed({ pcm: heard.speech, seconds: heard.seconds })
    },
    speakerVersion: () => versionInUse(speakers),
    async inspect(task) {
      const { timeoutMs } = options
      return (await pool.run(
        'inspectRecording',
        { ...task, timeoutMs },
        { tenant: task.tenant, signal: deadline() },
      )) as RecordingResult
    },
    async close() {
      await Promise.all([pool.close(), background.close(), neuralPool?.close()])
      await Promise.all([neural.close(), speakers.close()])
    },
  }
}
