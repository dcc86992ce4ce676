/**
 * Traces that a lossy coding has left: an encoder rounds most coefficients of its transform to zero, and whoever transforms
 * the decoded audio on the same grid finds them there, and on no other grid (J. Herre, M. Schug, "Analysis of Decompressed
 * Audio – The Inverse Decoder", AES 109, 2000). A second coding lays a grid of its own over the first one.
 */
import type { Pcm } from '@viva-voce/audio'
import { BLOCK_HOP, type BlockWindow, transformBlock } from './mdct.ts'
import { GRANULE, granuleOf, splitBands } from './mp3-coefficients.ts'

export type Codec = 'mp3' | 'aac' | 'vorbis'

/** One coding that a recording has been through. */
export interface CodingTrace {
  codec: Codec
  /** How far the coefficients of this grid lie nearer to zero than those of others, in deviations of the others (MAD). */
  prominence: number
  /** Where the grid lies: samples after a multiple of its period, of 576 (mp3) or 1,024. */
  offset: number
}

/** Twelve recordings without a coding reached 3.8 (docs/deepfake-scan.md). */
export const LEAST_PROMINENCE = 6
/** Granules and blocks that are looked at: 0.2 to 0.4 s of the loudest speech. */
const GRANULES = 12
const BLOCKS = 16
const NEEDED = (BLOCKS + 2) * BLOCK_HOP
/** Lines under a speaker's lowest harmonics say little, and those at the top are empty in any recording. */
const LOWEST_SHARE = 0.014
const HIGHEST_SHARE = 0.69
/** A coefficient under the rounding of 16-bit samples counts as that. */
const ROUNDING_POWER = 1 / 12 / 32_768 ** 2
/** Places beside a grid that feel it. */
const REACH = 24
const MOST_TRACES = 3

/**
 * The codings of a recording, the most prominent first; empty under 0.4 s. It must be at the rate at which it was coded, and
 * neither stretched nor mixed since. 0.6 s of a core.
 */
export function codingTraces(pcm: Pcm): CodingTrace[] {
  const { samples } = pcm
  if (samples.length < NEEDED + BLOCK_HOP) return []
  const from = loudestStretch(samples, NEEDED)
  const found = [...mp3Traces(samples, from), ...blockTraces(samples, from)]
    .filter(({ prominence }) => prominence >= LEAST_PROMINENCE)
    .toSorted((a, b) => b.prominence - a.prominence)
  // Vorbis moves its grid whenever it changes the length of its blocks.
  const vorbis = found.find(({ codec }) => codec === 'vorbis')
  return found.filter((trace) => trace.codec !== 'vorbis' || trace === vorbis)
}

function mp3Traces(samples: Float32Array, from: number): CodingTrace[] {
  const values = new Float64Array(GRANULE)
  const coefficients = new Float64Array(GRANULE)
  for (let phase = 0; phase < 32; phase++) {
    const rows = splitBands(samples, from + phase, 18 * (GRANULES + 2))
    for (let slot = 0; slot < 18; slot++) {
      for (let granule = 0; granule < GRANULES; granule++) {
        granuleOf(rows, slot + 18 * granule, coefficients)
        values[32 * slot + phase]! -= meanLevel(coefficients) / GRANULES
      }
    }
  }
  return peaksOf(values).map(({ place, prominence }) => {
    return { codec: 'mp3', prominence, offset: (from + place) % GRANULE }
  })
}

/** The Kaiser window of AAC finds the grids of the other two as well; which window fits best is asked at the peaks alone. */
function blockTraces(samples: Float32Array, from: number): CodingTrace[] {
  const coefficients = new Float64Array(BLOCK_HOP)
  const level = (place: number, window: BlockWindow) => {
    let sum = 0
    for (let block = 0; block < BLOCKS; block++) {
      transformBlock(samples, from + place + block * BLOCK_HOP, window, coefficients)
      sum += meanLevel(coefficients)
    }
    return sum / BLOCKS
  }
  const values = Float64Array.from({ length: BLOCK_HOP }, (_, place) => -level(place, 'kaiser'))
  return peaksOf(values).map(({ place, prominence }) => {
    const isVorbis = level(place, 'vorbis') < Math.min(level(place, 'kaiser'), level(place, 'sine'))
    return { codec: isVorbis ? 'vorbis' : 'aac', prominence, offset: (from + place) % BLOCK_HOP }
  })
}

/** Mean logarithm of the coefficients' powers: zeros among them pull it down, wherever the energy lies. */
function meanLevel(coefficients: Float64Array): number {
  const first = Math.round(LOWEST_SHARE * coefficients.length)
  const end = Math.round(HIGHEST_SHARE * coefficients.length)
  let sum = 0
  for (let k = first; k < end; k++) sum += Math.log(coefficients[k]! ** 2 + ROUNDING_POWER)
  return sum / (end - first)
}

/** The highest places of a grid and how far they stand out; after each, those that feel it are left out. */
function peaksOf(values: Float64Array): { place: number; prominence: number }[] {
  const middle = medianOf(values)
  const deviation = 1.4826 * medianOf(values.map((value) => Math.abs(value - middle)))
  if (deviation === 0) return []
  const left = values.slice()
  return Array.from({ length: MOST_TRACES }, () => {
    const place = left.reduce((best, value, at) => (value > left[best]! ? at : best), 0)
    const prominence = (left[place]! - middle) / deviation
    for (let by = -REACH; by <= REACH; by++) {
      left[(place + by + left.length) % left.length] = Number.NEGATIVE_INFINITY
    }
    return { place, prominence }
  })
}

const medianOf = (values: Float64Array): number => values.toSorted()[values.length >> 1]!

function loudestStretch(samples: Float32Array, length: number): number {
  const step = BLOCK_HOP
  let [best, loudest] = [0, -1]
  for (let from = 0; from + length + step <= samples.length; from += step) {
    let energy = 0
    for (let n = from; n < from + length; n += 4) energy += samples[n]! ** 2
    if (energy > loudest) [best, loudest] = [from, energy]
  }
  return best
}
