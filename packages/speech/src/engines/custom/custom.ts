import { convert } from '../../conversion/convert.ts'
import type { VoiceModel } from '../../conversion/model.ts'
import type { EngineRequest, SpeechEngine, SpokenUnit } from '../../engine.ts'
import type { BaseVoice } from './base-voices.ts'

/**
 * The engine of one custom voice: its base voice speaks, and each sentence is converted to the talent's voice
 * as soon as it is spoken. It has one voice, named as the base. Mono at 16 kHz. Throws what the base engine
 * throws, `cancelled` within a sentence after an abort, and `engine_failed` when the base gives no numbers.
 */
export function createCustomEngine(base: BaseVoice, model: VoiceModel): SpeechEngine {
  return {
    name: 'custom',
    voices: [base.voice],
    speak: (request) => converted(base.engine.speak(request), model, request),
    isAvailable: () => base.engine.isAvailable?.() ?? true,
    localeOf: () => base.locale,
  }
}

async function* converted(
  units: AsyncIterable<SpokenUnit>,
  model: VoiceModel,
  { signal }: EngineRequest,
): AsyncGenerator<SpokenUnit> {
  for await (const unit of units) yield { ...unit, pcm: await convert(unit.pcm, model, signal) }
}
