import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import {
  type CatalogueVoice,
  type CloneReference,
  createCustomEngine,
  decodeModel,
  type EngineRequest,
  findBaseVoice,
  findCatalogueVoice,
  type SpeechEngine,
  SpeechError,
  type SpokenUnit,
  type VoiceModel,
} from '@viva-voce/speech'
import type { CustomVoiceLine, FromModelStore } from './custom-protocol.ts'
import { ModelCache } from './model-cache.ts'
import type { FromEngine, NeuralVoice, ToEngine } from './neural-protocol.ts'
import type { SpokenTask } from './tasks.ts'

/** What speaking needs to know of a voice. */
export type SpeakingVoice = Pick<CatalogueVoice, 'engine' | 'engineVoice' | 'digitalSourceType'>

/**
 * The voice of a task: of the catalogue, of the operator's models or of a talent. Throws `unknown_voice`, and for a
 * talent's voice `voice_down` without its base engine and `engine_failed` when its model cannot be read.
 */
export async function findVoice({
  voiceId,
  neural,
  custom,
}: Pick<SpokenTask, 'voiceId' | 'neural' | 'custom'>): Promise<SpeakingVoice> {
  if (custom) return customVoice(custom)
  const voice = neural ? throughPort(voiceId, neural) : findCatalogueVoice(voiceId)
  if (!voice) throw new SpeechError('unknown_voice', `no engine speaks ${voiceId}`)
  return voice
}

/** For each thread; models of talents are 1 to 12 MB, and as much again while they speak. */
const models = new ModelCache<VoiceModel>(64 * 2 ** 20)

async function customVoice({
  base: baseId,
  modelKey,
  port,
}: CustomVoiceLine): Promise<SpeakingVoice> {
  const base = findBaseVoice(baseId)
  if (!base || base.engine.isAvailable?.() === false) {
    throw new SpeechError('voice_down', `there is no ${baseId} on this machine`)
  }
  const model = models.get(modelKey) ?? (await loadModel(modelKey, port))
  return {
    engine: createCustomEngine(base, model),
    engineVoice: base.voice,
    digitalSourceType: 'trainedAlgorithmicMedia',
  }
}

async function loadModel(modelKey: string, port: MessagePort): Promise<VoiceModel> {
  const answered = once(port, 'message') as Promise<[FromModelStore]>
  port.postMessage('model')
  const [answer] = await answered
  if ('problem' in answer) throw new SpeechError('engine_failed', answer.problem)
  const model = decodeModel(answer.model)
  models.set(modelKey, model, answer.model.length)
  return model
}

function throughPort(voiceId: string, neural: NeuralVoice): SpeakingVoice {
  const engine: SpeechEngine = {
    name: 'neural',
    voices: [voiceId],
    speak: (request) => askThroughPort(neural.port, request),
    localeOf: () => neural.locale,
  }
  return { engine, engineVoice: voiceId, digitalSourceType: neural.digitalSourceType }
}

/**
 * Asks an engine of the process to speak, as `reference` does where one is given. A sentence is asked for when it is
 * wanted, so a slow reader slows the model as it does any other engine.
 */
export async function* askThroughPort(
  port: MessagePort,
  { signal: _, ...request }: EngineRequest,
  reference?: CloneReference,
): AsyncGenerator<SpokenUnit> {
  const first: ToEngine = reference ? { speak: request, reference } : { speak: request }
  for (let message: ToEngine = first; ; message = 'next') {
    const answered = once(port, 'message') as Promise<[FromEngine]>
    port.postMessage(message)
    const [answer] = await answered
    if (answer === 'end') return
    if ('code' in answer) throw new SpeechError(answer.code, answer.message)
    yield answer.unit
  }
}
