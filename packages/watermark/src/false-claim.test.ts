import { describe, expect, test } from 'vitest'
import { seeded } from '../test/speech-like.ts'
import {
  claimAmong,
  falseClaimBound,
  falsePresenceBound,
  logClaimBound,
  logDataBound,
  scoreFor,
} from './false-claim.ts'

const SEED = 7

describe(`bounds on false claims (seed ${SEED})`, () => {
  test('are one for chance, and fall with the score', () => {
    expect(falseClaimBound(0, 1)).toBe(1)
    expect(falseClaimBound(-20, 1)).toBe(1)
    expect(falseClaimBound(7, 1)).toBe(1)
    expect(falseClaimBound(12, 1)).toBeLessThan(falseClaimBound(11, 1))
    expect(falsePresenceBound(6, 1)).toBeLessThan(1e-4)
  })

  test('rise with the number of searches', () => {
    expect(falseClaimBound(10, 50) / falseClaimBound(10, 1)).toBeCloseTo(50)
  })

  test('a millionth for one search needs a score of 9.25', () => {
    expect(scoreFor(1e-6)).toBeCloseTo(9.25, 1)
    expect(falseClaimBound(scoreFor(1e-6), 1)).toBeCloseTo(1e-6, 9)
  })

  test('hold for sums with random signs, even where few cells carry all the weight', () => {
    const random = seeded(SEED)
    const cells = Array.from({ length: 50 }, (_, i) => (i < 3 ? 10 : random()))
    const norm = Math.hypot(...cells)
    const counts = [1.5, 2, 2.5].map((z) => ({ z, over: 0 }))
    const rounds = 20_000
    for (let round = 0; round < rounds; round++) {
      const score = cells.reduce((sum, cell) => sum + (random() < 0.5 ? cell : -cell), 0) / norm
      for (const count of counts) count.over += Number(score >= count.z)
    }
    for (const { z, over } of counts)
      expect(over / rounds).toBeLessThanOrEqual(Math.exp((-z * z) / 2))
  })
})

describe('claims with a registry', () => {
  test('a payload that is one of a thousand needs less than one of 2^32', () => {
    const logBound = logClaimBound(8.2, 1)
    expect(logBound).toBeGreaterThan(Math.log(1e-6))
    expect(claimAmong(logBound, 2 ** 32)).toBeCloseTo(falseClaimBound(8.2, 1), 12)
    expect(claimAmong(logBound, 1_000)).toBeLessThan(1e-6)
  })

  test('no score is a certainty of chance, never more', () => {
    expect(claimAmong(logClaimBound(-3, 5), 10 ** 9)).toBe(1)
    expect(claimAmong(logDataBound(0, 1), 0)).toBe(1)
  })
})
