import { MessageChannel } from 'node:worker_threads'
import {
  type CatalogueVoice,
  type CloneReference,
  type CloningVoice,
  catalogueVoices,
  createNeuralEngine,
  type NeuralEngine,
  type SpeechEngine,
  SpeechError,
  type SpokenUnit,
} from '@viva-voce/speech'
import type { Logger } from '../kit/logger.ts'
import type { ObjectStore } from '../kit/object-store.ts'
import { openReferences } from './clone-references.ts'
import type { ClonedVoice } from './custom-protocol.ts'
import type { FromEngine, NeuralVoice, ToEngine } from './neural-protocol.ts'

/**
 * The voices of the operator's models. There is one engine for the process and not one for each thread: an
 * engine starts a process for each voice that is asked for, which holds the model (up to 1.3 GB), so threads
 * would multiply the memory, and each would find out for itself that a voice is down. Threads ask for sentences
 * through a port; what crosses the event loop is finished audio, handed over without a copy.
 */
export interface NeuralVoices {
  catalogue(): readonly CatalogueVoice[]
  /** Ids of the voices that fail again and again; each is back as soon as its process has spoken a probe. */
  down(): string[]
  /** What a task needs to speak with a voice, until `close`; null for a voice of another engine. */
  open(voiceId: string): { voice: NeuralVoice; close(): void } | null
  /** The models that speak as a recording does; `isUp` is as it is now. */
  cloners(): readonly CloningVoice[]
  /** What a task needs to speak with a cloned voice, until `close`. */
  openClone(clone: ClonedVoice): { voice: NeuralVoice; close(): void }
  /** As `openClone`, for a training: each text comes with the recording to speak as. */
  openCloner(modelId: string): { voice: NeuralVoice; close(): void }
  /** Ends the models' processes. */
  close(): Promise<void>
}

const none: NeuralVoices = {
  catalogue: () => [],
  down: () => [],
  open: () => null,
  cloners: () => [],
  openClone: () => {
    throw new Error('there is no cloning model')
  },
  openCloner: () => {
    throw new Error('there is no cloning model')
  },
  close: async () => {},
}

/** Reads the folder of models once; a folder that gives no voice is told in the log and harms no other. */
export function createNeuralVoices(
  modelsDir: string | null,
  objects: ObjectStore,
  logger: Logger,
): NeuralVoices {
  if (!modelsDir) return none
  const takenIds = catalogueVoices.map((voice) => voice.id)
  const engine = createNeuralEngine({ modelsDir, takenIds })
  for (const { folder, message } of engine.health().problems) {
    logger.warn({ folder, problem: message }, 'a voice model cannot be used')
  }
  const voices = new Map(engine.catalogue().map((voice) => [voice.id, voice]))
  const references = openReferences(objects)
  const line = (facts: VoiceFacts, engineFor: EngineFor) => serve(engine, facts, engineFor, logger)
  if (engine.cloners().length + voices.size > 0 && !engine.isAvailable?.()) {
    logger.warn('sherpa-onnx is not installed here, so no voice model can speak')
  }
  return {
    catalogue: () => [...voices.values()],
    down: () =>
      engine
        .health()
        .voices.filter(({ up }) => !up)
        .map(({ voice }) => voice),
    open(voiceId) {
      const voice = voices.get(voiceId)
      return voice ? line(voice, async () => engine) : null
    },
    cloners: () => engine.cloners(),
    openClone: (clone) =>
      line({ ...clonedFacts, locale: clone.locale }, async () =>
        engine.cloneOf(clone.cloner, await references.read(clone)),
      ),
    openCloner: (modelId) =>
      line({ ...clonedFacts, locale: 'en' }, async (reference) =>
        engine.cloneOf(modelId, reference!),
      ),
    close: () => engine.close(),
  }
}

type VoiceFacts = Pick<CatalogueVoice, 'locale' | 'digitalSourceType'>
type EngineFor = (reference: CloneReference | undefined) => Promise<SpeechEngine>
const clonedFacts = { digitalSourceType: 'trainedAlgorithmicMedia' } as const

/** Answers one task's requests; the port closes with the task, or with its thread when that is ended. */
function serve(
  engine: NeuralEngine,
  { locale, digitalSourceType }: VoiceFacts,
  engineFor: EngineFor,
  logger: Logger,
) {
  const { port1: ours, port2: theirs } = new MessageChannel()
  const ending = new AbortController()
  let units: AsyncIterator<SpokenUnit> | undefined
  const answer = async (message: ToEngine): Promise<void> => {
    if (message !== 'next') {
      const request = { ...message.speak, signal: ending.signal }
      const speaking = await engineFor(message.reference)
      units = speaking.speak(request)[Symbol.asyncIterator]()
    }
    const next = await units!.next()
    if (next.done) ours.postMessage('end' satisfies FromEngine)
    else ours.postMessage({ unit: next.value } satisfies FromEngine, [bufferOf(next.value)])
  }
  ours.on('message', (message: ToEngine) => {
    answer(message).catch((error) => ours.postMessage(refusalOf(error, engine, logger)))
  })
  ours.on('close', () => ending.abort())
  return { voice: { locale, digitalSourceType, port: theirs }, close: () => ours.close() }
}

const bufferOf = ({ pcm }: SpokenUnit) => pcm.samples.buffer as ArrayBuffer

const notTheModelsFault = new Set(['cancelled', 'no_speech', 'busy'])

function refusalOf(error: unknown, engine: NeuralEngine, logger: Logger): FromEngine {
  const known = error instanceof SpeechError
  if (!known || !notTheModelsFault.has(error.code)) {
    const voices = engine.health().voices.filter(({ lastProblem }) => lastProblem !== undefined)
    const problems = voices.map(({ voice, lastProblem }) => `${voice}: ${lastProblem}`)
    logger.warn({ err: error, problems }, 'a voice model failed')
  }
  return { code: known ? error.code : 'engine_failed', message: (error as Error).message }
}
