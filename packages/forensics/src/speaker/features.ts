/**
 * What a voice sounds like, frame by frame: mel-frequency cepstra and their slopes (S. Davis, P. Mermelstein,
 * IEEE Trans. ASSP 28(4), 1980; S. Furui, IEEE Trans. ASSP 34(1), 1986).
 */
import { createRealFft, type Pcm, resample } from '@viva-voce/audio'

/** All speech is brought to this rate first, so that a voice is the same at every rate that holds its band. */
export const SPEAKER_RATE_HZ = 16_000
/** 25 ms every 10 ms, as is usual for speech. */
const WINDOW = 400
/** Samples between two frames. */
export const SPEAKER_HOP = 160
const FFT_SIZE = 512
/** Up to 7 kHz: what lies above comes and goes with codecs. */
const BAND_HZ = [100, 7_000] as const
const BANDS = 24
/** c1 to c19; c0 is loudness, which is no part of a voice. */
const CEPSTRA = 19
/** Width of a row: cepstra and their slopes. */
export const FEATURES = 2 * CEPSTRA
/** Bands this far under the strongest of the clip say nothing but how its silence was stored. */
const BAND_DEPTH = 1e-6
/** A frame is speech this near, in power, the clip's loud ones … */
const SPEECH_DEPTH = 10 ** -2.5
/** … the loudness that this share of its frames exceeds. */
const LOUD_SHARE = 0.05
/** Frames on each side that the slope is taken over. */
const SLOPE = 2

const fft = createRealFft(FFT_SIZE)
const WINDOW_SHAPE = Float32Array.from(
  { length: WINDOW },
  (_, n) => 0.54 - 0.46 * Math.cos((2 * Math.PI * n) / (WINDOW - 1)),
)
const COSINES = Float64Array.from({ length: CEPSTRA * BANDS }, (_, i) => {
  const [order, band] = [Math.floor(i / BANDS) + 1, i % BANDS]
  return Math.sqrt(2 / BANDS) * Math.cos((Math.PI * order * (band + 0.5)) / BANDS)
})

const melOf = (hz: number) => 2_595 * Math.log10(1 + hz / 700)
const hzOf = (mel: number) => 700 * (10 ** (mel / 2_595) - 1)

/** Triangles on the mel scale, each of first bin and weights. */
const FILTERS = Array.from({ length: BANDS }, (_, band) => {
  const [low, high] = BAND_HZ.map(melOf) as [number, number]
  const edge = (i: number) => (hzOf(low + ((high - low) * i) / (BANDS + 1)) * FFT_SIZE) / 16_000
  const [from, top, to] = [edge(band), edge(band + 1), edge(band + 2)]
  const first = Math.ceil(from)
  const weights = Float64Array.from({ length: Math.max(1, Math.ceil(to) - first) }, (_, i) => {
    const k = first + i
    return Math.max(0, k <= top ? (k - from) / (top - from) : (to - k) / (to - top))
  })
  return { first, weights }
})

/** The frames of a clip in which somebody speaks. */
export interface SpeechFrames {
  /** Rows of FEATURES values. */
  rows: Float32Array
  /** Number of rows; each stands for a hundredth of a second. */
  count: number
  /** Of each row, the number of its frame in the clip. */
  places: Int32Array
}

/** Frames of speech in a clip of any rate of 8 kHz and more; none for silence. */
export function speechFrames(pcm: Pcm): SpeechFrames {
  const samples =
    pcm.sampleRateHz === SPEAKER_RATE_HZ ? pcm.samples : resample(pcm, SPEAKER_RATE_HZ).samples
  const frames = Math.max(0, Math.floor((samples.length - WINDOW) / SPEAKER_HOP) + 1)
  const bands = new Float32Array(frames * BANDS)
  const powers = new Float64Array(frames)
  for (let t = 0; t < frames; t++) powers[t] = bandPowers(samples, t, bands)
  const cepstra = cepstraOf(bands, frames)
  const chosen = loudFrames(powers)
  const rows = new Float32Array(chosen.length * FEATURES)
  for (let i = 0; i < chosen.length; i++) {
    const t = chosen[i]!
    for (let c = 0; c < CEPSTRA; c++) {
      rows[i * FEATURES + c] = cepstra[t * CEPSTRA + c]!
      rows[i * FEATURES + CEPSTRA + c] = slopeAt(cepstra, frames, t, c)
    }
  }
  return { rows, count: chosen.length, places: chosen }
}

/** Writes a frame's band powers and returns their sum. */
function bandPowers(samples: Float32Array, t: number, bands: Float32Array): number {
  const { time } = fft
  const start = t * SPEAKER_HOP
  let before = start > 0 ? samples[start - 1]! : samples[start]!
  for (let n = 0; n < WINDOW; n++) {
    const value = samples[start + n]!
    // Pre-emphasis: without it the vowels' low harmonics are all that the bands tell apart.
    time[n] = (value - 0.97 * before) * WINDOW_SHAPE[n]!
    before = value
  }
  time.fill(0, WINDOW)
  fft.forward()
  const { spectrum } = fft
  let total = 0
  for (let band = 0; band < BANDS; band++) {
    const { first, weights } = FILTERS[band]!
    let power = 0
    for (let i = 0; i < weights.length; i++) {
      const k = 2 * (first + i)
      power += weights[i]! * (spectrum[k]! * spectrum[k]! + spectrum[k + 1]! * spectrum[k + 1]!)
    }
    bands[t * BANDS + band] = power
    total += power
  }
  return total
}

function cepstraOf(bands: Float32Array, frames: number): Float32Array {
  let loudest = 0
  for (const power of bands) if (power > loudest) loudest = power
  const floor = Math.max(loudest * BAND_DEPTH, 1e-20)
  const logs = new Float64Array(BANDS)
  const cepstra = new Float32Array(frames * CEPSTRA)
  for (let t = 0; t < frames; t++) {
    for (let b = 0; b < BANDS; b++) logs[b] = Math.log(Math.max(floor, bands[t * BANDS + b]!))
    for (let c = 0; c < CEPSTRA; c++) {
      let sum = 0
      for (let b = 0; b < BANDS; b++) sum += COSINES[c * BANDS + b]! * logs[b]!
      cepstra[t * CEPSTRA + c] = sum
    }
  }
  return cepstra
}

function loudFrames(powers: Float64Array): Int32Array {
  const sorted = powers.toSorted()
  const loud = sorted[Math.floor(powers.length * (1 - LOUD_SHARE))] ?? 0
  const least = Math.max(loud * SPEECH_DEPTH, 1e-10)
  const chosen: number[] = []
  for (let t = 0; t < powers.length; t++) if (powers[t]! >= least) chosen.push(t)
  return Int32Array.from(chosen)
}

function slopeAt(cepstra: Float32Array, frames: number, t: number, c: number): number {
  let sum = 0
  for (let d = 1; d <= SLOPE; d++) {
    const after = cepstra[Math.min(frames - 1, t + d) * CEPSTRA + c]!
    const before = cepstra[Math.max(0, t - d) * CEPSTRA + c]!
    sum += d * (after - before)
  }
  return sum / 10
}
