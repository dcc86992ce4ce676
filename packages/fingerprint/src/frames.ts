import { createRealFft } from '@viva-voce/audio'
import {
  BANDS,
  BITS,
  COMPRESSION,
  HIGH_HZ,
  HOP,
  LAG_FRAMES,
  LOUD_RANGE_DB,
  LOW_HZ,
  WINDOW,
  WORK_RATE_HZ,
} from './params.ts'

const BINS = WINDOW / 2
const fft = createRealFft(WINDOW)
const hann = Float32Array.from(
  { length: WINDOW },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / WINDOW),
)

/** Power spectra of all frames: `frames` rows of WINDOW / 2 values. */
export interface Spectrogram {
  power: Float32Array
  frames: number
}

/** The bits of all frames, and how sure each is. */
export interface HashedFrames {
  /** BITS bits for each frame; frames before LAG_FRAMES have none. */
  hashes: Int32Array
  /** BITS numbers for each frame; the sign gave the bit, the size is the certainty. */
  margins: Float32Array
  /** Whether a frame is loud enough to count. */
  isLoud: (frame: number) => boolean
}

/** Power spectra of audio at WORK_RATE_HZ; none when it is shorter than a window. */
export function spectrogramOf(samples: Float32Array): Spectrogram {
  const frames = Math.max(0, Math.floor((samples.length - WINDOW) / HOP) + 1)
  const power = new Float32Array(frames * BINS)
  for (let frame = 0; frame < frames; frame++) {
    const time = fft.time
    for (let n = 0; n < WINDOW; n++) time[n] = samples[frame * HOP + n]! * hann[n]!
    fft.forward()
    const { spectrum } = fft
    for (let k = 1; k < BINS; k++) {
      power[frame * BINS + k] = spectrum[2 * k]! ** 2 + spectrum[2 * k + 1]! ** 2
    }
  }
  return { power, frames }
}

/** Hashes all frames, the band edges multiplied by `scale`. */
export function hashFrames(spectrogram: Spectrogram, scale: number): HashedFrames {
  const { frames } = spectrogram
  const bands = bandEnergies(spectrogram, scale)
  const loudness = new Float32Array(frames)
  let loudest = 0
  for (let frame = 0; frame < frames; frame++) {
    for (let m = frame * BANDS; m < (frame + 1) * BANDS; m++) loudness[frame]! += bands[m]!
    loudest = Math.max(loudest, loudness[frame]!)
  }
  const limit = loudest * 10 ** (-LOUD_RANGE_DB / 10)
  const compressed = bands.map((energy) => energy ** COMPRESSION)
  const hashes = new Int32Array(frames)
  const margins = new Float32Array(frames * BITS)
  for (let frame = LAG_FRAMES; frame < frames; frame++) {
    hashes[frame] = hashOne(compressed, frame, margins)
  }
  const isLoud = (frame: number) =>
    frame >= LAG_FRAMES && loudness[frame]! > 0 && loudness[frame]! >= limit
  return { hashes, margins, isLoud }
}

function hashOne(bands: Float32Array, frame: number, margins: Float32Array): number {
  let hash = 0
  for (let bit = 0; bit < BITS; bit++) {
    const now = frame * BANDS + bit
    const then = now - LAG_FRAMES * BANDS
    const margin = bands[now]! - bands[now + 1]! - (bands[then]! - bands[then + 1]!)
    margins[frame * BITS + bit] = margin
    if (margin > 0) hash |= 1 << bit
  }
  return hash
}

/** Energies of BANDS bands for each frame; a bin that an edge cuts counts in part on both sides. */
function bandEnergies({ power, frames }: Spectrogram, scale: number): Float32Array {
  const energies = new Float32Array(frames * BANDS)
  const edges = Array.from({ length: BANDS + 1 }, (_, i) => {
    return (LOW_HZ * (HIGH_HZ / LOW_HZ) ** (i / BANDS) * scale * WINDOW) / WORK_RATE_HZ
  })
  for (let band = 0; band < BANDS; band++) {
    const [from, to] = [edges[band]!, edges[band + 1]!]
    for (let k = Math.floor(from); k < to; k++) {
      const share = Math.min(to, k + 1) - Math.max(from, k)
      for (let frame = 0; frame < frames; frame++) {
        energies[frame * BANDS + band]! += share * power[frame * BINS + k]!
      }
    }
  }
  return energies
}
