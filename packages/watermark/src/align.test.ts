import { describe, expect, test } from 'vitest'
import { gaussian, seeded } from '../test/speech-like.ts'
import {
  type AlignmentMap,
  allCells,
  type KnownCells,
  mapAlignments,
  merged,
  pilotCells,
} from './align.ts'
import { FORMATS } from './formats.ts'
import type { Grid } from './levels.ts'
import { BINS, PATTERN_FRAMES } from './params.ts'
import { patternOf } from './pattern.ts'
import { modulo } from './tracks.ts'

const SEED = 61
const secret = { key: Uint8Array.from({ length: 32 }, (_, i) => 5 * i + 1), keyVersion: 1 }
const pattern = patternOf(secret, FORMATS[0]!)

/** Evidence as a reader has it: most of it small, some cut off at its largest, and a stretch of silence. */
function evidence(hops: number): Grid {
  const random = seeded(SEED)
  const values = Float32Array.from({ length: hops * BINS }, (_, i) => {
    if (i > 0.6 * hops * BINS && i < 0.7 * hops * BINS) return 0
    return Math.max(-5.25, Math.min(5.25, 1.5 * gaussian(random)))
  })
  return { values, hops }
}

/** What the map has to hold, cell by cell. */
function slowly({ values, hops }: Grid, { perFrame, place }: KnownCells, map: AlignmentMap) {
  const { phases, period, blockFrames } = map
  const sums = new Float64Array(map.sums.length)
  for (let hop = 0; hop < hops; hop++) {
    const block = Math.floor(hop / (blockFrames * phases))
    for (let frame = 0; frame < PATTERN_FRAMES; frame++) {
      const alignment = modulo(frame * phases - hop, period)
      for (let i = frame * perFrame; i < (frame + 1) * perFrame; i++) {
        const value = values[hop * BINS + (place[i]! % BINS)]!
        sums[block * period + alignment]! += place[i]! < BINS ? value : -value
      }
    }
  }
  return sums
}

function deviation(values: ArrayLike<number>): number {
  return Math.sqrt(
    Array.from(values, (value) => value ** 2).reduce((a, b) => a + b) / values.length,
  )
}

describe('the map of alignments', () => {
  const kinds = [
    ['the pilot', pilotCells(pattern)],
    ['all cells', allCells(pattern.sign)],
  ] as const
  const shapes = kinds.flatMap(([name, cells]) =>
    [1, 2, 4, 8].flatMap((phases) =>
      [5, 15].map((frames) => [name, phases, frames, cells] as const),
    ),
  )

  test.each(shapes)(
    'holds every sum of %s (phases %i, blocks of %i frames)',
    (_, phases, frames, cells) => {
      const grid = evidence(37 * phases + 3)
      const map = mapAlignments(grid, phases, cells, frames)
      const expected = slowly(grid, cells, map)
      const off = Float64Array.from(map.sums, (sum, i) => sum - expected[i]!)
      // Rounding to 58 steps of 0.1 either way.
      expect(deviation(off)).toBeLessThan(0.03 * deviation(expected))
    },
  )

  test('has the square sum of what is added up as variance', () => {
    const grid = evidence(200)
    const { energies } = mapAlignments(grid, 4, allCells(pattern.sign), 5)
    const all = energies.reduce((a, b) => a + b)
    expect(all).toBeCloseTo(
      grid.values.reduce((sum, value) => sum + value ** 2, 0),
      0,
    )
  })

  test('of longer blocks is that of shorter ones added up', () => {
    const grid = evidence(203)
    const cells = pilotCells(pattern)
    const long = merged(mapAlignments(grid, 4, cells, 5), 3)
    const expected = slowly(grid, cells, long)
    const off = Float64Array.from(long.sums, (sum, i) => sum - expected[i]!)
    expect(deviation(off)).toBeLessThan(0.03 * deviation(expected))
  })
})
