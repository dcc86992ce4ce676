/**
 * Speech from features: pulses and noise, mixed by the measured aperiodicity, through the minimum-phase
 * filter of the mel-cepstrum, laid over each other pitch-synchronously. The scheme is that of WORLD's
 * synthesis (M. Morise, F. Yokomori, K. Ozawa, IEICE Trans. E99-D, 2016): each pulse brings the noise of its
 * own period, and a noise-only stretch goes by frames.
 */
import { blockOffset, type Pcm } from '@viva-voce/audio'
import { BAND_EDGES_HZ, BANDS } from './aperiodicity.ts'
import type { Features } from './features.ts'
import { BINS, COEFFICIENTS, FFT_SIZE, HOP, RATE_HZ, sharedFft } from './frames.ts'
import { mcepToEnvelope, mcepToPhase } from './mcep.ts'
import { createRandom, type Random } from './random.ts'
import { runAtOnce } from './turns.ts'

/** Samples that the response reaches back: the band weights are zero-phase, so they ring both ways. */
const LEAD = 96
/** The noise is the same for the same features; any value would do. */
const NOISE_SEED = 1
/** Stretches between two turns of the caller. */
const STRETCHES_A_TURN = 200

/** One stretch of excitation: from `start` (samples, fractional) for `length` samples. */
interface Stretch {
  start: number
  length: number
  voiced: boolean
}

const mcep = new Float32Array(COEFFICIENTS)
const shares = new Float32Array(BANDS)
const envelope = new Float64Array(BINS)
const phase = new Float64Array(BINS)
/** For each bin: the band whose centre lies under it, and how far (0..1) it is to the next band's. */
const bandOfBin = Array.from({ length: BINS }, (_, k) => placeInBands((k * RATE_HZ) / FFT_SIZE))

/**
 * Speaks features: 16 kHz audio of `features.length` samples. Deterministic; levels are those of the
 * mel-cepstra, so the peak may exceed 1 when those ask for it.
 */
export function synthesise(features: Features): Pcm {
  return runAtOnce(synthesiseInSteps(features))
}

/** The same, giving the caller a turn every second of audio or so. */
export function* synthesiseInSteps(features: Features): Generator<undefined, Pcm> {
  const output = new Float32Array(features.length)
  const random = createRandom(NOISE_SEED)
  let count = 0
  for (const stretch of stretches(features)) {
    addStretch(features, stretch, random, output)
    if (++count % STRETCHES_A_TURN === 0) yield
  }
  // Pulses of one sign leave an offset that comes and goes with the voice. Taking 0 Hz out of each response
  // instead puts a step at both of its ends: measured, that noise costs slt 3 dB of distortion.
  return blockOffset({ samples: output, sampleRateHz: RATE_HZ })
}

/** Periods of the F0 contour, and frames of noise where it is unvoiced, from the first sample to the last. */
function* stretches({ f0, length }: Features): Generator<Stretch> {
  let start = 0
  while (start < length) {
    const pitch = pitchAt(f0, start / HOP)
    const stretch = { start, length: pitch > 0 ? RATE_HZ / pitch : HOP, voiced: pitch > 0 }
    yield stretch
    start += stretch.length
  }
}

/** F0 between frames: linear inside voiced speech, else that of the nearest frame. */
function pitchAt(f0: Float32Array, place: number): number {
  const low = Math.min(f0.length - 1, Math.floor(place))
  const high = Math.min(f0.length - 1, low + 1)
  const [a, b] = [f0[low]!, f0[high]!]
  const fraction = place - low
  if (a > 0 && b > 0) return a + (b - a) * fraction
  return fraction < 0.5 ? a : b
}

function addStretch(features: Features, stretch: Stretch, random: Random, output: Float32Array) {
  loadFrame(features, stretch)
  mcepToEnvelope(mcep, 0, envelope)
  mcepToPhase(mcep, 0, phase)
  const first = Math.ceil(stretch.start)
  const noise = Math.ceil(stretch.start + stretch.length) - first
  const fft = sharedFft()
  fft.time.fill(0)
  for (let i = 0; i < noise; i++) fft.time[i] = random.normal()
  fft.forward()
  const pulse = stretch.voiced ? Math.sqrt(stretch.length) : 0
  shapeSpectrum(fft.spectrum, pulse, stretch.start - first)
  fft.inverse()
  overlapAdd(fft.time, first - LEAD, output)
}

/** Features at the stretch's place, linear between frames; the noise of an unvoiced one is all noise. */
function loadFrame({ f0, mcep: all, aperiodicity }: Features, stretch: Stretch): void {
  const place = (stretch.voiced ? stretch.start : stretch.start + stretch.length / 2) / HOP
  const low = Math.min(f0.length - 1, Math.floor(place))
  const high = Math.min(f0.length - 1, low + 1)
  const fraction = place - low
  mix(all, COEFFICIENTS, low, high, fraction, mcep)
  if (!stretch.voiced) shares.fill(1)
  else if (f0[low] === 0) mix(aperiodicity, BANDS, high, high, 0, shares)
  else mix(aperiodicity, BANDS, low, f0[high] === 0 ? low : high, fraction, shares)
}

function mix(
  rows: Float32Array,
  width: number,
  low: number,
  high: number,
  fraction: number,
  into: Float32Array,
): void {
  for (let i = 0; i < width; i++) {
    const a = rows[low * width + i]!
    into[i] = a + (rows[high * width + i]! - a) * fraction
  }
}

/**
 * Noise spectrum → speech spectrum: its share of noise plus `pulse` with the rest, both through the filter.
 * The pulse lies `shift` samples (-1..0) after the first sample; everything is late by LEAD samples.
 */
function shapeSpectrum(spectrum: Float32Array, pulse: number, shift: number): void {
  for (let k = 0; k < BINS; k++) {
    const share = shareAt(k)
    const noiseGain = Math.sqrt(share)
    const w = (2 * Math.PI * k) / FFT_SIZE
    const tonal = pulse * Math.sqrt(1 - share)
    const isEdge = k === 0 || k === BINS - 1
    const at = k === BINS - 1 ? 1 : 2 * k
    const re = noiseGain * spectrum[at]! + tonal * Math.cos(w * shift)
    const im = isEdge ? 0 : noiseGain * spectrum[at + 1]! - tonal * Math.sin(w * shift)
    const gain = Math.exp(0.5 * envelope[k]!)
    const angle = phase[k]! - w * LEAD
    const [c, s] = [gain * Math.cos(angle), gain * Math.sin(angle)]
    spectrum[at] = re * c - im * s
    if (!isEdge) spectrum[at + 1] = re * s + im * c
  }
}

/** The share of noise at a bin: logarithms are linear between the centres of the bands. */
function shareAt(k: number): number {
  const { band, fraction } = bandOfBin[k]!
  const low = shares[band]!
  const high = shares[Math.min(BANDS - 1, band + 1)]!
  return low * (high / low) ** fraction
}

function placeInBands(hertz: number): { band: number; fraction: number } {
  const centres = BAND_EDGES_HZ.slice(1).map((edge, i) => (edge + BAND_EDGES_HZ[i]!) / 2)
  const band = Math.max(
    0,
    centres.findLastIndex((centre) => centre <= hertz),
  )
  const next = centres[band + 1]
  const fraction = next === undefined ? 0 : (hertz - centres[band]!) / (next - centres[band]!)
  return { band, fraction: Math.max(0, fraction) }
}

function overlapAdd(response: Float32Array, at: number, output: Float32Array): void {
  const from = Math.max(0, -at)
  const to = Math.min(FFT_SIZE, output.length - at)
  for (let i = from; i < to; i++) output[at + i]! += response[i]!
}
