import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import {
  type CatalogueVoice,
  type EngineRequest,
  findCatalogueVoice,
  type SpeechEngine,
  SpeechError,
  type SpokenUnit,
} from '@viva-voce/speech'
import type { FromEngine, NeuralVoice, ToEngine } from './neural-protocol.ts'
import type { SpokenTask } from './tasks.ts'

/** What speaking needs to know of a voice. */
export type SpeakingVoice = Pick<CatalogueVoice, 'engine' | 'engineVoice' | 'digitalSourceType'>

/** The voice of a task, of the catalogue or of the operator's models; throws `unknown_voice`. */
export function findVoice({ voiceId, neural }: SpokenTask): SpeakingVoice {
  const voice = neural ? throughPort(voiceId, neural) : findCatalogueVoice(voiceId)
  if (!voice) throw new SpeechError('unknown_voice', `no engine speaks ${voiceId}`)
  return voice
}

function throughPort(voiceId: string, neural: NeuralVoice): SpeakingVoice {
  const engine: SpeechEngine = {
    name: 'neural',
    voices: [voiceId],
    speak: (request) => ask(neural.port, request),
    localeOf: () => neural.locale,
  }
  return { engine, engineVoice: voiceId, digitalSourceType: neural.digitalSourceType }
}

/** A sentence is asked for when it is wanted, so a slow reader slows the model as it does any other engine. */
async function* ask(
  port: MessagePort,
  { signal: _, ...request }: EngineRequest,
): AsyncGenerator<SpokenUnit> {
  for (let message: ToEngine = { speak: request }; ; message = 'next') {
    const answered = once(port, 'message') as Promise<[FromEngine]>
    port.postMessage(message)
    const [answer] = await answered
    if (answer === 'end') return
    if ('code' in answer) throw new SpeechError(answer.code, answer.message)
    yield answer.unit
  }
}
