import { describe, expect, it } from 'vitest'
import { describeWithFfmpeg, ebur128, fliteSpeech } from '../test/ffmpeg.ts'
import { bursts, seeded, sine } from '../test/signals.ts'
import { fadeEdges } from './edit.ts'
import { type Pcm, peak, silence } from './pcm.ts'
import { resample } from './resample.ts'
import { peakEnvelope, truePeak, truePeakDb } from './true-peak.ts'
import { decodeWav } from './wav-decode.ts'

const toneDb = (peakDb: number, rate: number, hz: number, phase: number) =>
  truePeakDb(fadeEdges(sine(0.5, peakDb, rate, hz, phase), 0.05))

function whiteNoise(): Pcm {
  const random = seeded(5)
  return {
    samples: Float32Array.from({ length: 24_000 }, () => random() - 0.5),
    sampleRateHz: 48_000,
  }
}

describe('EBU Tech 3341 cases 15 to 19, +0.2/-0.4 dB', () => {
  const cases: [name: string, level: number, divisor: number, phase: number, dbtp: number][] = [
    ['15', 0.5, 4, 0, -6],
    ['16', 0.5, 4, 45, -6],
    ['17', 0.5, 6, 60, -6],
    ['18', 0.5, 8, 67.5, -6],
    ['19', 1.41, 4, 45, 3],
  ]
  it.each(cases)('%s', (_, level, divisor, phase, dbtp) => {
    const found = toneDb(20 * Math.log10(level), 48_000, 48_000 / divisor, phase)
    expect(found).toBeGreaterThan(dbtp - 0.4)
    expect(found).toBeLessThan(dbtp + 0.2)
  })
})

describe('true peak', () => {
  it.each([0.1, 0.2, 0.31, 0.37, 0.42, 0.44])(
    'finds a sine of %f of the rate to 0.1 dB',
    (part) => {
      for (const phase of [0, 11, 23, 45, 77]) {
        expect(Math.abs(toneDb(-6, 24_000, part * 24_000, phase) + 6)).toBeLessThan(0.1)
      }
    },
  )

  it('is never under the sample peak, and 0 for nothing and silence', () => {
    const pcm = whiteNoise()
    expect(truePeak(pcm)).toBeGreaterThanOrEqual(peak(pcm))
    expect(truePeak(silence(0, 24_000))).toBe(0)
    expect(truePeakDb(silence(1, 24_000))).toBe(Number.NEGATIVE_INFINITY)
  })

  it.each([
    ['bursts', () => bursts(2, 0, 6)],
    ['white noise', whiteNoise],
    ['a low tone', () => sine(1, -8, 24_000, 220, 10)],
    ['a tone near the Nyquist rate', () => sine(1, -8, 24_000, 11_500, 45)],
    ['speech', () => decodeWav(fliteSpeech()).pcm],
  ])('has an envelope whose skipped parts are under the floor: %s', (_, make) => {
    const pcm = make()
    const all = peakEnvelope(pcm, 0)
    const skipped = peakEnvelope(pcm, 0.3)
    for (let n = 0; n < all.length; n++) {
      if (all[n]! > 0.3) expect(skipped[n]).toBe(all[n])
      else expect(skipped[n]).toBeLessThanOrEqual(Math.fround(0.3))
    }
  })
})

describeWithFfmpeg("against ffmpeg's ebur128", () => {
  const signals: [string, () => Pcm][] = [
    ['a sine between its samples', () => fadeEdges(sine(1, -6, 24_000, 6_000, 45), 0.05)],
    ['white noise at 48 kHz', whiteNoise],
    ['bursts at 24 kHz', () => bursts(3, -3, 3)],
    ['flite at 16 kHz', () => decodeWav(fliteSpeech()).pcm],
    ['flite at 24 kHz', () => resample(decodeWav(fliteSpeech()).pcm, 24_000)],
  ]
  it.each(signals)('%s within 0.2 dB', (_, make) => {
    const pcm = make()
    expect(Math.abs(truePeakDb(pcm) - ebur128(pcm).dbtp)).toBeLessThan(0.2 + 0.05)
  })
})
