import type { Pcm } from '@viva-voce/audio'
import { describe, expect, test } from 'vitest'
import { speechLike } from '../test/speech-like.ts'
import { detectMarks } from './detect-marks.ts'
import { embed } from './embed.ts'
import { Varispeed } from './varispeed.ts'

const SEED = 7_000
const RATE_HZ = 16_000
const secret = { key: Uint8Array.from({ length: 32 }, (_, i) => 3 * i + 1), keyVersion: 1 }
const payload = 0x5117ed00

/** Shortened (over 0) or lengthened by pieces of `slipMs`, one in each `everyMs`, with no fade: what time-domain stretching does. */
function slipped({ samples, sampleRateHz }: Pcm, slipMs: number, everyMs: number): Pcm {
  const every = Math.round((everyMs * sampleRateHz) / 1000)
  const slip = Math.round((slipMs * sampleRateHz) / 1000)
  const out: number[] = []
  for (let from = 0; from < samples.length; from += every) {
    const start = Math.max(0, from + slip)
    out.push(...samples.subarray(slip > 0 && from > 0 ? start : from, from + every))
    if (slip < 0) out.push(...samples.subarray(from + every + slip, from + every))
  }
  return { samples: Float32Array.from(out), sampleRateHz }
}

describe(`marks that slip every few tenths of a second (seed ${SEED})`, () => {
  const marked = embed(speechLike(4, SEED, RATE_HZ), { ...secret, payload }).pcm

  test.each([7, -7, 11, -11])('%d ms taken out (negative: repeated) every 350 ms', (slipMs) => {
    const { marks } = detectMarks(slipped(marked, slipMs, 350), { keys: [secret] })
    expect(marks.map((mark) => mark.payload)).toEqual([payload])
    const { spans } = marks[0]!
    expect(spans[0]!.startSeconds).toBeLessThan(0.7)
    expect(spans.at(-1)!.endSeconds).toBeGreaterThan(3.3)
  })

  test.each([1.01, 0.97])('played at %d of the pitch, and slipping back to its length', (pitch) => {
    const played = new Varispeed(marked.samples).at(1 / pitch)
    const slipMs = pitch > 1 ? -7 : 7
    const everyMs = 7 / Math.abs(pitch - 1)
    const file = slipped({ samples: played, sampleRateHz: RATE_HZ }, slipMs, everyMs)
    const { marks } = detectMarks(file, { keys: [secret] })
    expect(marks.map((mark) => mark.payload)).toEqual([payload])
  })
})
