import { type Pcm, resample } from '@viva-voce/audio'
import { SpeechError } from '../error.ts'
import { BANDS, measureAperiodicity } from './aperiodicity.ts'
import { logEnvelope } from './envelope.ts'
import { trackF0InSteps } from './f0.ts'
import { BINS, COEFFICIENTS, FFT_SIZE, FRAMES_A_TURN, frameCount, HOP, RATE_HZ } from './frames.ts'
import { envelopeToMcep, mcepToEnvelope } from './mcep.ts'
import { runAtOnce } from './turns.ts'

/** What the analysis finds in a stretch of speech, by frames of 5 ms. */
export interface Features {
  /** Samples of the audio at 16 kHz. */
  length: number
  /** Hertz, 0 where unvoiced; one a frame. */
  f0: Float32Array
  /** c0..c25 a frame. */
  mcep: Float32Array
  /** Share of noise (0.001..1) in each band, BANDS a frame. */
  aperiodicity: Float32Array
  /** Power of the audio under each frame's window, in dB (a full-scale sine has -3), at least -120. */
  levelDb: Float32Array
}

/** The level of a frame of zeros, in dB: 24 dB under the last of 16 bits. */
const SILENCE_DB = -120
/** Frames this far under the loudest (dB) count as silence. */
const SPEECH_RANGE_DB = 45
/** Audio without a frame above this level is silence. */
const SPEECH_FLOOR_DB = -75

const envelope = new Float64Array(BINS)

/**
 * F0, mel-cepstra, aperiodicity and level of audio at any rate. Empty audio gives no frames.
 * Throws SpeechError `engine_failed` for samples that are not finite numbers.
 */
export function analyse(pcm: Pcm): Features {
  return runAtOnce(analyseInSteps(pcm))
}

/** The same, giving the caller a turn every few seconds of audio. */
export function* analyseInSteps(pcm: Pcm): Generator<undefined, Features> {
  const { samples } = resample(pcm, RATE_HZ)
  if (!samples.every(Number.isFinite)) {
    throw new SpeechError('engine_failed', 'the audio holds samples that are not numbers')
  }
  const features = emptyFeatures(samples.length, yield* trackF0InSteps(samples))
  for (let t = 0; t < features.f0.length; t++) {
    analyseFrame(samples, t, features)
    if (t % FRAMES_A_TURN === FRAMES_A_TURN - 1) yield
  }
  return features
}

function emptyFeatures(length: number, f0: Float32Array): Features {
  const frames = frameCount(length)
  return {
    length,
    f0,
    mcep: new Float32Array(frames * COEFFICIENTS),
    aperiodicity: new Float32Array(frames * BANDS),
    levelDb: new Float32Array(frames),
  }
}

function analyseFrame(samples: Float32Array, t: number, features: Features): void {
  const power = logEnvelope(samples, t * HOP, features.f0[t]!, envelope)
  features.levelDb[t] = Math.max(SILENCE_DB, 10 * Math.log10(power))
  envelopeToMcep(envelope, features.mcep, t * COEFFICIENTS)
  setLevel(features, t)
  measureAperiodicity(samples, features.f0, t, features.aperiodicity, t * BANDS)
}

/**
 * Moves c0 of frame `t` so that speech synthesised from the frame has its `levelDb`: a voiced frame sounds at
 * the harmonics of its F0 only, an unvoiced one everywhere.
 */
export function setLevel({ mcep, f0, levelDb }: Features, t: number): void {
  mcepToEnvelope(mcep, t * COEFFICIENTS, envelope)
  const power = f0[t]! > 0 ? harmonicPower(envelope, f0[t]!) : noisePower(envelope)
  mcep[t * COEFFICIENTS]! += (Math.LN10 / 20) * (levelDb[t]! - 10 * Math.log10(power))
}

/** Pulses of power 1 spread evenly over the harmonics of both signs: F0/rate of it on each. */
function harmonicPower(logPower: Float64Array, pitch: number): number {
  let sum = 0
  for (let hertz = pitch; hertz < RATE_HZ / 2; hertz += pitch) {
    const place = (hertz * FFT_SIZE) / RATE_HZ
    const low = Math.floor(place)
    const [a, b] = [logPower[low]!, logPower[low + 1]!]
    sum += Math.exp(a + (b - a) * (place - low))
  }
  return (2 * pitch * sum) / RATE_HZ
}

function noisePower(logPower: Float64Array): number {
  let sum = 0
  for (let k = 1; k < BINS; k++) sum += Math.exp(logPower[k]!)
  return sum / BINS
}

/** Which frames are speech (1) and which silence (0), against the loudest of the same audio. */
export function speechMask({ levelDb }: Features): Uint8Array {
  const loudest = levelDb.reduce((most, level) => Math.max(most, level), SILENCE_DB)
  const floor = Math.max(SPEECH_FLOOR_DB, loudest - SPEECH_RANGE_DB)
  return Uint8Array.from(levelDb, (level) => (level > floor ? 1 : 0))
}
