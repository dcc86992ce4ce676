import { describe, expect, test } from 'vitest'
import { FORMAT_1, FORMAT_2 } from './formats.ts'
import { BINS, BLOCK_FRAMES, CODE_BITS, PATTERN_FRAMES, PILOT_BINS } from './params.ts'
import { PILOT, patternOf } from './pattern.ts'

const key = Uint8Array.from({ length: 32 }, (_, i) => i)

describe('the keyed pattern', () => {
  test('holds every code bit once in each block, and the pilot in each frame', () => {
    const { codeBit } = patternOf({ key, keyVersion: 1 }, FORMAT_2)
    const blockCells = BLOCK_FRAMES * BINS
    for (let at = 0; at < codeBit.length; at += blockCells) {
      const bits = codeBit.slice(at, at + blockCells).filter((bit) => bit !== PILOT)
      expect(bits.sort()).toEqual(Int16Array.from({ length: CODE_BITS }, (_, bit) => bit))
    }
    for (let frame = 0; frame < PATTERN_FRAMES; frame++) {
      const row = codeBit.slice(frame * BINS, (frame + 1) * BINS)
      expect(row.filter((bit) => bit === PILOT)).toHaveLength(PILOT_BINS)
    }
  })

  test('lists the pilot cells that it holds', () => {
    const { codeBit, pilotBin } = patternOf({ key, keyVersion: 1 }, FORMAT_2)
    for (const [i, bin] of pilotBin.entries()) {
      expect(codeBit[Math.floor(i / PILOT_BINS) * BINS + bin]).toBe(PILOT)
    }
  })

  test.each([
    ['another key', { key: key.map((byte) => byte ^ 1), keyVersion: 1 }, FORMAT_2],
    ['another version of the key', { key, keyVersion: 2 }, FORMAT_2],
    ['another format', { key, keyVersion: 1 }, FORMAT_1],
  ])('has nothing in common with that of %s', (_, other, format) => {
    const a = patternOf({ key, keyVersion: 1 }, FORMAT_2).sign
    const b = patternOf(other, format).sign
    const correlation = a.reduce((sum, sign, i) => sum + sign * b[i]!, 0)
    expect(Math.abs(correlation)).toBeLessThan(4.5 * Math.sqrt(a.length))
  })

  test('refuses a short key and a version that is no small integer', () => {
    const refusal = expect.objectContaining({ code: 'bad_key' })
    expect(() => patternOf({ key: key.slice(1), keyVersion: 1 }, FORMAT_2)).toThrow(refusal)
    expect(() => patternOf({ key, keyVersion: 0.5 }, FORMAT_2)).toThrow(refusal)
    expect(() => patternOf({ key, keyVersion: 65_536 }, FORMAT_2)).toThrow(refusal)
  })
})
