import type { Exemplars } from './knn.ts'
import type { Mapping } from './mapping.ts'
import { decodeRecord, encodeRecord } from './record.ts'

/** Mean and standard deviation of log F0 (natural logarithm of hertz) over voiced frames. */
export interface PitchStatistics {
  mean: number
  spread: number
}

/** What training learnt: everything needed to convert the base voice to the talent's. */
export interface VoiceModel {
  pitch: { base: PitchStatistics; talent: PitchStatistics }
  mapping: Mapping
  exemplars: Exemplars
  /** For each Gaussian the talent's mean log share of noise in each band (BANDS a Gaussian). */
  noise: Float32Array
  /** For each coefficient the middle and the widening that give converted speech the talent's variance. */
  variance: { centre: Float32Array; gain: Float32Array }
  /** Seconds of the talent's speech, without silence, that were used. */
  seconds: number
}

const KIND = 'vv-voice'
/** Raised when the meaning of the fields changes; older models are then trained again. */
const VERSION = 1

/** A model as bytes: about 2.5 MB per minute of audio, self-describing, versioned, checked by a CRC-32. */
export function encodeModel(model: VoiceModel): Uint8Array {
  const { pitch, mapping, exemplars, noise, variance, seconds } = model
  const { width, ...arrays } = mapping
  return encodeRecord(
    KIND,
    VERSION,
    { pitch, seconds, width },
    { ...arrays, ...exemplars, noise, centre: variance.centre, gain: variance.gain },
  )
}

/** Undoes `encodeModel`. Throws SpeechError `engine_failed` for bytes that are no model of this version. */
export function decodeModel(bytes: Uint8Array): VoiceModel {
  const { numbers, arrays } = decodeRecord(KIND, VERSION, bytes)
  const { pitch, seconds, width } = numbers as Pick<VoiceModel, 'pitch' | 'seconds'> & {
    width: number
  }
  // The names and types are those of encodeModel: the record is checked by kind, version and checksum.
  const { source, starts, frames, groups, target, spread, noise, centre, gain, ...rest } =
    arrays as unknown as Exemplars &
      Omit<Mapping, 'width'> &
      VoiceModel['variance'] &
      Pick<VoiceModel, 'noise'>
  return {
    pitch,
    mapping: { width, ...rest },
    exemplars: { source, starts, frames, groups, target, spread },
    noise,
    variance: { centre, gain },
    seconds,
  }
}
