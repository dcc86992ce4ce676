import { concatenate, type Pcm } from '@viva-voce/audio'
import { flite } from '../engines/flite/flite.ts'

/** A sentence by a flite voice, as tests need it; 16 kHz. */
export async function sayFlite(voice: string, text: string): Promise<Pcm> {
  const pieces: Pcm[] = []
  for await (const unit of flite.speak({ text, voice, speed: 1 })) pieces.push(unit.pcm)
  return concatenate(pieces)
}

/** Several sentences, one recording each. */
export async function sayAll(voice: string, texts: readonly string[]): Promise<Pcm[]> {
  const recordings: Pcm[] = []
  for (const text of texts) recordings.push(await sayFlite(voice, text))
  return recordings
}
