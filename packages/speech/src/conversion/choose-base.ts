import type { Pcm } from '@viva-voce/audio'
import { SpeechError } from '../error.ts'
import { pitchDifference } from './distance.ts'
import { analyse } from './features.ts'

/**
 * The number of the base voice to train from: of `bases` (some recordings of each) the one whose mean of log F0
 * is nearest to the talent's. Vocal tracts go with pitch, and a near one is far easier to convert: espeak-ng's
 * male voice comes to 4.7 dB from flite's rms and to 5.4 dB from slt, without a script to 7.4 and 8.3 dB.
 * Throws SpeechError `no_speech` when the talent's recordings or all bases hold nothing voiced.
 */
export function chooseBase(bases: readonly (readonly Pcm[])[], talent: readonly Pcm[]): number {
  const own = talent.map(analyse)
  const differences = bases.map((base) => pitchDifference(base.map(analyse), own))
  const nearest = differences.reduce((a, b) => (b < a ? b : a), Number.POSITIVE_INFINITY)
  const chosen = differences.indexOf(nearest)
  if (chosen < 0) throw new SpeechError('no_speech', 'the recordings hold no voiced speech')
  return chosen
}
