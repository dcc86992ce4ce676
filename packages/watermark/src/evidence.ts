import { type Grid, type Levels, levelsOf, referenceDb } from './levels.ts'
import {
  BINS,
  CLIP_DB,
  FLOOR_MARGIN_DB,
  FLOOR_QUANTILE,
  FRAME,
  PHASES,
  WEIGHT_MAX,
  WEIGHT_RANGE_DB,
  WHITEN_BIN,
  WHITEN_TIME,
} from './params.ts'

/** Exact silence has less (levels.ts keeps the logarithm finite), the dither of a 16-bit file ten times more. */
const LEAST_POWER = 2e-9
/** Power ratio of FLOOR_MARGIN_DB. */
const FLOOR_MARGIN = 10 ** (FLOOR_MARGIN_DB / 10)

/**
 * What each cell says, before any key: its level against its neighbours in time (one frame before and
 * after) and frequency, clipped, and weighted by how loud it is and how far it stands above the noise
 * floor.
 * @param samples mono at WORK_RATE_HZ
 * @param phases rows in a frame, a divisor of FRAME
 * @param tempo how much faster than marked the audio runs, 0.9 to 1.1
 * @returns weighted dB, BINS a row
 */
export function evidenceOf(samples: Float32Array, phases = PHASES, tempo = 1): Grid {
  return evidenceFrom(levelsOf(samples, FRAME / (phases * tempo)), phases)
}

/** The evidence of levels that are known already, `phases` rows in a frame. */
export function evidenceFrom(levels: Levels, phases: number): Grid {
  return weighted(levels, levels.values, phases)
}

/**
 * The same for what differs between a marked copy and its unmarked original, laid over each other: speech, the
 * largest noise of the blind reading, cancels.
 */
export function evidenceAgainst(copy: Float32Array, original: Float32Array): Grid {
  const levels = levelsOf(copy, FRAME / PHASES)
  const known = levelsOf(original, FRAME / PHASES)
  const difference = levels.values.map((level, i) =>
    known.powers[i]! < LEAST_POWER ? 0 : level - known.values[i]!,
  )
  return weighted(levels, difference, PHASES)
}

/**
 * Contrasts of `values`, clipped, with the weights that the levels give, less what each bin has all the time: its weighted mean. A
 * codec, a filter or a voice leaves every bin a little above or below its neighbours, which whitening does not take away, and
 * folding many periods adds up like a mark: without this, GSM reads no better after 20 s than after 5.
 */
function weighted(levels: Levels, values: Float32Array, phases: number): Grid {
  const { hops, powers, values: dbs } = levels
  const least = referenceDb(levels) - WEIGHT_RANGE_DB
  const floors = noiseFloors(levels, phases)
  const out = new Float32Array(hops * BINS)
  const weights = new Float32Array(hops * BINS)
  const sums = new Float64Array(BINS)
  const all = new Float64Array(BINS)
  for (let h = 0; h < hops; h++) {
    const row = h * BINS
    const before = (h >= phases ? h - phases : Math.min(h + phases, hops - 1)) * BINS
    const after = (h + phases < hops ? h + phases : Math.max(h - phases, 0)) * BINS
    for (let k = 0; k < BINS; k++) {
      const power = powers[row + k]!
      const over = dbs[row + k]! - least
      if (over <= 0 || power < LEAST_POWER) continue
      const loudness = Math.min(over / WEIGHT_RANGE_DB, WEIGHT_MAX)
      const weight = (power / (power + floors[k]!)) * loudness
      const db = contrast(values, row, before, after, k)
      const value = weight * clipped(db)
      weights[row + k] = weight
      out[row + k] = value
      sums[k]! += value
      all[k]! += weight
    }
  }
  for (let k = 0; k < BINS; k++) sums[k] = all[k]! > 0 ? sums[k]! / all[k]! : 0
  for (let row = 0; row < out.length; row += BINS) {
    for (let k = 0; k < BINS; k++) out[row + k]! -= sums[k]! * weights[row + k]!
  }
  return { values: out, hops }
}

/** Cut off at CLIP_DB either way, without a branch: comparing made this loop twice as slow. */
function clipped(db: number): number {
  return (Math.abs(db + CLIP_DB) - Math.abs(db - CLIP_DB)) / 2
}

/** Level of cell `k` of a row less its whitening neighbours, in dB; at the edges the one neighbour counts twice. */
export function contrast(
  levels: Float32Array,
  row: number,
  before: number,
  after: number,
  k: number,
): number {
  const below = k > 0 ? k - 1 : 1
  const above = k < BINS - 1 ? k + 1 : BINS - 2
  return (
    levels[row + k]! -
    WHITEN_TIME * (levels[before + k]! + levels[after + k]!) -
    WHITEN_BIN * (levels[row + below]! + levels[row + above]!)
  )
}

/** For each bin the power at which a cell counts half: FLOOR_MARGIN over what FLOOR_QUANTILE of the frames stay under. */
function noiseFloors(levels: Levels, phases: number): Float32Array {
  const floors = new Float32Array(BINS)
  const frames = Math.ceil(levels.hops / phases)
  const column = new Float32Array(frames)
  for (let k = 0; k < BINS; k++) {
    for (let i = 0; i < frames; i++) column[i] = levels.powers[i * phases * BINS + k]!
    floors[k] = FLOOR_MARGIN * (smallest(column, Math.floor(frames * FLOOR_QUANTILE)) ?? 0)
  }
  return floors
}

/** The value that sorting would put at `rank`; reorders the values (C. Hoare, "Algorithm 65: Find", CACM 4(7), 1961). */
function smallest(values: Float32Array, rank: number): number | undefined {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const pivot = values[(low + high) >> 1]!
    let i = low
    let j = high
    while (i <= j) {
      while (values[i]! < pivot) i++
      while (values[j]! > pivot) j--
      if (i > j) break
      const kept = values[i]!
      values[i++] = values[j]!
      values[j--] = kept
    }
    if (rank <= j) high = j
    else if (rank >= i) low = i
    else break
  }
  return values[rank]
}
