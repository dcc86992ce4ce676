import type { Pcm } from '@viva-voce/audio'
import { resample } from '@viva-voce/audio'
import { describe, expect, test } from 'vitest'
import { speechLike } from '../test/speech-like.ts'
import { codeOf } from './code.ts'
import { embed } from './embed.ts'
import { evidenceOf } from './evidence.ts'
import { FORMATS } from './formats.ts'
import { knownPath } from './known-path.ts'
import { messageOf } from './message.ts'
import { PATTERN_FRAMES, PHASES, WORK_RATE_HZ } from './params.ts'
import { expectedSigns, keyedFor } from './read.ts'

const SEED = 9_500
const secret = { key: Uint8Array.from({ length: 32 }, (_, i) => 90 + i), keyVersion: 1 }
const format = FORMATS[0]!
const { pattern } = keyedFor(secret, format)
const payload = 77

function boundOf(samples: Float32Array, expected: number): number {
  const signs = expectedSigns(pattern, codeOf(format).encode(messageOf(expected, secret, format)))
  return knownPath(evidenceOf(samples), PHASES, signs, pattern).logBound
}

/** Five milliseconds left out of each fifth of a second, at cuts that are heard: 2.5 % faster. */
function shortened({ samples }: Pcm): Float32Array {
  const [piece, cut] = [0.2 * WORK_RATE_HZ, 0.005 * WORK_RATE_HZ]
  return samples.filter((_, n) => n % piece >= cut)
}

describe(`a path of known cells (seed ${SEED})`, () => {
  const hosts = Array.from({ length: 3 }, (_, i) => resample(speechLike(2, SEED + i), WORK_RATE_HZ))

  test('is followed through audio that was cut and pasted, and not for another payload of the same pilot', () => {
    for (const host of hosts) {
      const cut = shortened(embed(host, { ...secret, payload }).pcm)
      expect(boundOf(cut, payload)).toBeLessThan(Math.log(1e-9))
      for (const other of [payload - 1, payload + 1]) expect(boundOf(cut, other)).toBeGreaterThan(0)
    }
  })

  test('is not found where there is no mark', () => {
    for (const { samples } of hosts) {
      for (let other = 0; other < 8; other++) expect(boundOf(samples, other)).toBeGreaterThan(0)
    }
  })

  test('is not found in a loop that comes again with the pattern', () => {
    const period = (PATTERN_FRAMES * WORK_RATE_HZ) / 100
    const loop = Float32Array.from({ length: 4 * period }, (_, n) => hosts[0]!.samples[n % period]!)
    for (let other = 0; other < 8; other++) expect(boundOf(loop, other)).toBeGreaterThan(0)
  })
})
