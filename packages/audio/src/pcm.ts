import { AudioError } from './error.ts'

/**
 * Mono audio: `samples` nominally within -1..1 (a float file may exceed that), `sampleRateHz` a whole
 * number. Functions of this package never change the samples they are given.
 */
export interface Pcm {
  samples: Float32Array
  sampleRateHz: number
}

/** The lowest and highest sample rate that this package reads, writes or converts to, in hertz. */
export const MIN_SAMPLE_RATE_HZ = 1_000
export const MAX_SAMPLE_RATE_HZ = 768_000

/** Throws AudioError `unsupported_rate` unless `sampleRateHz` is whole and within 1,000..768,000. */
export function checkSampleRate(sampleRateHz: number): void {
  const whole = Number.isInteger(sampleRateHz)
  if (whole && sampleRateHz >= MIN_SAMPLE_RATE_HZ && sampleRateHz <= MAX_SAMPLE_RATE_HZ) return
  throw new AudioError('unsupported_rate', `sample rate ${sampleRateHz} Hz`)
}

/** The length of the audio in seconds. */
export function durationSeconds(pcm: Pcm): number {
  return pcm.samples.length / pcm.sampleRateHz
}

/**
 * Joins pieces end to end into new samples at their common rate.
 * Throws AudioError `rate_mismatch` when rates differ and `nothing_to_join` for an empty list.
 */
export function concatenate(pcms: readonly Pcm[]): Pcm {
  const first = pcms[0]
  if (!first) throw new AudioError('nothing_to_join', 'no audio to join')
  const { sampleRateHz } = first
  if (pcms.some((pcm) => pcm.sampleRateHz !== sampleRateHz)) {
    throw new AudioError('rate_mismatch', 'audio to join has different sample rates')
  }
  const samples = new Float32Array(pcms.reduce((sum, pcm) => sum + pcm.samples.length, 0))
  let at = 0
  for (const pcm of pcms) {
    samples.set(pcm.samples, at)
    at += pcm.samples.length
  }
  return { samples, sampleRateHz }
}

/** Silence of `seconds` (0 or more, rounded to a whole sample) at `sampleRateHz`. */
export function silence(seconds: number, sampleRateHz: number): Pcm {
  return { samples: new Float32Array(Math.round(seconds * sampleRateHz)), sampleRateHz }
}

/** The largest absolute sample value, 0 for no samples; full scale is 1. Not the true (inter-sample) peak. */
export function peak(pcm: Pcm): number {
  const { samples } = pcm
  let largest = 0
  for (let n = 0; n < samples.length; n++) largest = Math.max(largest, Math.abs(samples[n]!))
  return largest
}

/** The root of the mean square of the samples, 0 for no samples; a full-scale square wave has 1. */
export function rms(pcm: Pcm): number {
  let sum = 0
  for (const sample of pcm.samples) sum += sample * sample
  return pcm.samples.length === 0 ? 0 : Math.sqrt(sum / pcm.samples.length)
}

/** The root mean square in dB of full scale (a full-scale sine has -3.01); silence is -Infinity. */
export function rmsDb(pcm: Pcm): number {
  return 20 * Math.log10(rms(pcm))
}
