/** What speaks a talent's voice, by its row. */
import type { ClonedVoice, ConvertedVoice, CustomVoice } from '../../work/custom-protocol.ts'
import type { VoiceRow } from './voice-store.ts'

type CustomRow = Pick<
  VoiceRow,
  'locale' | 'base_voice' | 'model_key' | 'clone_model' | 'clone_key' | 'clone_text'
>

/** The voice's clone; null for one that has none. */
export function cloneOf(row: CustomRow): ClonedVoice | null {
  const { clone_model: cloner, clone_key: referenceKey, clone_text: text, locale } = row
  return cloner && referenceKey ? { cloner, referenceKey, text, locale } : null
}

/** The voice's conversion, which speaks where there is no clone or while that is out of order. */
export function conversionOf(row: CustomRow): ConvertedVoice | null {
  const { base_voice: base, model_key: modelKey } = row
  return base && modelKey ? { base, modelKey } : null
}

/** The object that makes a voice what it is: another version of the voice has another key. */
export function keyOfCustom(voice: CustomVoice): string {
  return 'cloner' in voice ? voice.referenceKey : voice.modelKey
}

/** What makes a converted voice, on its card and in its files. */
export function madeByConversion(base: string): string {
  return `${base} speaks, and its voice is converted to the talent's`
}

/** What makes a cloned voice, on its card; `base` speaks while the model is out of order. */
export function madeByCloning(madeBy: string, seconds: number, base?: string | null): string {
  const clone = `Cloned from ${seconds.toFixed(1)} s of the talent's own recordings by ${madeBy}.`
  if (!base) return clone
  return `${clone} While that is out of order, ${madeByConversion(base)}.`
}
