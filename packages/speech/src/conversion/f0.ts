/**
 * F0 and voicing by autocorrelation and a best path: P. Boersma, "Accurate short-term analysis of the
 * fundamental frequency and the harmonics-to-noise ratio of a sampled sound", Proc. IFA 17 (1993). The
 * autocorrelation of a windowed frame, divided by the window's own, peaks at the period; a Viterbi pass
 * (Viterbi 1967) picks among the peaks of all frames and "unvoiced". Constants are the paper's where cited.
 */
import {
  FFT_SIZE,
  FRAMES_A_TURN,
  frameCount,
  HOP,
  MAX_F0_HZ,
  MIN_F0_HZ,
  RATE_HZ,
  sharedFft,
} from './frames.ts'
import { runAtOnce } from './turns.ts'

/** Three periods of the lowest F0 (Boersma 1993, section 2.1). */
const WINDOW = 2 * Math.round((1.5 * RATE_HZ) / MIN_F0_HZ)
const MIN_LAG = Math.floor(RATE_HZ / MAX_F0_HZ)
const MAX_LAG = Math.ceil(RATE_HZ / MIN_F0_HZ)
/** Candidates of a frame, the unvoiced one among them. */
const CANDIDATES = 8
/** Boersma 1993, section 3: what a candidate or a step between two costs, in parts of a full correlation. */
const VOICING_THRESHOLD = 0.45
const SILENCE_THRESHOLD = 0.03
const OCTAVE_COST = 0.01
const OCTAVE_JUMP_COST = 0.35
const VOICING_CHANGE_COST = 0.14
/** The paper's step is 10 ms; costs of a step grow as steps get shorter. */
const STEP_FACTOR = 0.01 / (HOP / RATE_HZ)

/** Candidates of all frames, CANDIDATES a frame: F0 in hertz (0: unvoiced, NaN: none) and strength. */
interface Lattice {
  f0: Float64Array
  strength: Float64Array
}

const window = Float64Array.from(
  { length: WINDOW },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW),
)
let windowCorrelation: Float64Array | undefined

/**
 * F0 of 16 kHz samples in hertz, one value per 5 ms frame centred on sample 80·t, 0 where unvoiced.
 * Within about 0.5 % on steady tones of 65..500 Hz.
 */
export function trackF0(samples: Float32Array): Float32Array {
  return runAtOnce(trackF0InSteps(samples))
}

/** The same, giving the caller a turn every few seconds of audio. */
export function* trackF0InSteps(samples: Float32Array): Generator<undefined, Float32Array> {
  const frames = frameCount(samples.length)
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  if (loudest === 0) return new Float32Array(frames)
  const lattice = {
    f0: new Float64Array(frames * CANDIDATES).fill(Number.NaN),
    strength: new Float64Array(frames * CANDIDATES),
  }
  for (let t = 0; t < frames; t++) {
    gatherCandidates(samples, t, loudest, lattice)
    if (t % FRAMES_A_TURN === FRAMES_A_TURN - 1) yield
  }
  return bestPath(lattice, frames)
}

function gatherCandidates(samples: Float32Array, t: number, loudest: number, lattice: Lattice) {
  const level = loadFrame(samples, t * HOP) / loudest
  const at = t * CANDIDATES
  lattice.f0[at] = 0
  const quiet = level / (SILENCE_THRESHOLD / (1 + VOICING_THRESHOLD))
  lattice.strength[at] = VOICING_THRESHOLD + Math.max(0, 2 - quiet)
  if (level === 0) return
  const correlation = correlate()
  for (let lag = MIN_LAG; lag <= MAX_LAG; lag++) {
    const value = correlation[lag]!
    const isPeak = value > correlation[lag - 1]! && value >= correlation[lag + 1]!
    if (isPeak && value > 0.5 * VOICING_THRESHOLD) addCandidate(lattice, at, correlation, lag)
  }
}

/** Puts the windowed frame, its mean taken off, in the FFT; gives the frame's largest absolute sample. */
function loadFrame(samples: Float32Array, centre: number): number {
  const { time } = sharedFft()
  const start = centre - WINDOW / 2
  let mean = 0
  for (let i = 0; i < WINDOW; i++) mean += (samples[start + i] ?? 0) / WINDOW
  let level = 0
  for (let i = 0; i < WINDOW; i++) {
    const value = (samples[start + i] ?? 0) - mean
    level = Math.max(level, Math.abs(value))
    time[i] = value * window[i]!
  }
  time.fill(0, WINDOW)
  return level
}

/** The loaded frame's autocorrelation by lag, 1 at lag 0, freed of the window's (Boersma 1993, eq. 9). */
function correlate(): Float64Array {
  const raw = rawCorrelation()
  windowCorrelation ??= correlationOfWindow()
  loadedCorrelation.set(raw)
  for (let lag = 0; lag < raw.length; lag++) {
    loadedCorrelation[lag]! /= raw[0]! * windowCorrelation[lag]!
  }
  return loadedCorrelation
}

const loadedCorrelation = new Float64Array(MAX_LAG + 2)

function rawCorrelation(): Float32Array {
  const fft = sharedFft()
  fft.forward()
  const { spectrum } = fft
  spectrum[0]! **= 2
  spectrum[1]! **= 2
  for (let k = 2; k < FFT_SIZE; k += 2) {
    spectrum[k] = spectrum[k]! ** 2 + spectrum[k + 1]! ** 2
    spectrum[k + 1] = 0
  }
  fft.inverse()
  return fft.time.subarray(0, MAX_LAG + 2)
}

/** By its definition and not by FFT, because the shared one holds a frame. */
function correlationOfWindow(): Float64Array {
  const sums = new Float64Array(MAX_LAG + 2)
  for (let lag = 0; lag < sums.length; lag++) {
    for (let i = 0; i + lag < WINDOW; i++) sums[lag]! += window[i]! * window[i + lag]!
  }
  return sums.map((sum) => sum / sums[0]!)
}

/** Keeps a peak, its place and height by a parabola through three points, in place of the weakest kept one. */
function addCandidate(lattice: Lattice, at: number, correlation: Float64Array, lag: number): void {
  const [before, here, after] = [correlation[lag - 1]!, correlation[lag]!, correlation[lag + 1]!]
  const offset = (0.5 * (before - after)) / (before - 2 * here + after)
  const f0 = RATE_HZ / (lag + offset)
  const height = Math.min(1, here - 0.25 * (before - after) * offset)
  const strength = height + OCTAVE_COST * Math.log2(f0 / MIN_F0_HZ)
  let slot = at + 1
  // A slot still free has strength 0, which no candidate has.
  for (let i = at + 2; i < at + CANDIDATES; i++) {
    if (lattice.strength[i]! < lattice.strength[slot]!) slot = i
  }
  if (strength <= lattice.strength[slot]!) return
  lattice.f0[slot] = f0
  lattice.strength[slot] = strength
}

/** The path of greatest strength less the cost of its steps (Boersma 1993, section 3). */
function bestPath({ f0, strength }: Lattice, frames: number): Float32Array {
  const score = strength.slice()
  const from = new Uint8Array(f0.length)
  for (let i = CANDIDATES; i < f0.length; i++) {
    const start = (Math.floor(i / CANDIDATES) - 1) * CANDIDATES
    let best = Number.NEGATIVE_INFINITY
    for (let c = 0; c < CANDIDATES; c++) {
      const value = score[start + c]! - stepCost(f0[start + c]!, f0[i]!)
      if (value > best) [best, from[i]] = [value, c]
    }
    score[i]! += best
  }
  return traceBack({ f0, strength: score }, from, frames)
}

function stepCost(before: number, after: number): number {
  if (Number.isNaN(before) || Number.isNaN(after)) return Number.POSITIVE_INFINITY
  if (before === 0 && after === 0) return 0
  if (before === 0 || after === 0) return STEP_FACTOR * VOICING_CHANGE_COST
  return STEP_FACTOR * OCTAVE_JUMP_COST * Math.abs(Math.log2(before / after))
}

function traceBack(lattice: Lattice, from: Uint8Array, frames: number): Float32Array {
  const path = new Float32Array(frames)
  const last = (frames - 1) * CANDIDATES
  let slot = 0
  for (let c = 1; c < CANDIDATES; c++) {
    if (lattice.strength[last + c]! > lattice.strength[last + slot]!) slot = c
  }
  for (let t = frames - 1; t >= 0; t--) {
    path[t] = lattice.f0[t * CANDIDATES + slot]!
    slot = from[t * CANDIDATES + slot]!
  }
  return path
}
