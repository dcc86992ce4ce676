import { describe, expect, it } from 'vitest'
import { describeWithFfmpeg, ebur128, fliteSpeech } from '../test/ffmpeg.ts'
import { bursts, sine } from '../test/signals.ts'
import { AudioError } from './error.ts'
import { integratedLoudness, kWeighting, LoudnessMeter } from './loudness.ts'
import { concatenate, type Pcm, silence } from './pcm.ts'
import { resample } from './resample.ts'
import { decodeWav } from './wav-decode.ts'

/** Tech 3341 gives levels for stereo; one channel has 3.01 LU less. */
const MONO_LU = -10 * Math.log10(2)
const steps = (...parts: [seconds: number, peakDb: number][]) =>
  concatenate(parts.map(([seconds, peakDb]) => sine(seconds, peakDb, 48_000, 1_000)))

describe('K-weighting', () => {
  it('has the coefficients of BS.1770 tables 1 and 2 at 48 kHz', () => {
    const { shelf, lowCut } = kWeighting(48_000)
    const tables = [1.53512485958697, -2.69169618940638, 1.19839281085285]
    for (const [i, value] of shelf.b.entries()) expect(value).toBeCloseTo(tables[i]!, 10)
    expect(shelf.a[0]).toBeCloseTo(-1.69065929318241, 10)
    expect(shelf.a[1]).toBeCloseTo(0.73248077421585, 10)
    expect(lowCut.a[0]).toBeCloseTo(-1.99004745483398, 10)
    expect(lowCut.a[1]).toBeCloseTo(0.99007225036621, 10)
  })
})

describe('EBU Tech 3341 minimum requirements, those for one channel', () => {
  const cases: [name: string, pcm: Pcm, lufs: number][] = [
    ['1: -23 dBFS', steps([20, -23]), -23],
    ['2: -33 dBFS', steps([20, -33]), -33],
    ['3: relative gate', steps([10, -36], [60, -23], [10, -36]), -23],
    ['4: both gates', steps([10, -72], [10, -36], [60, -23], [10, -36], [10, -72]), -23],
    ['5: no gate', steps([20, -26], [20.1, -20], [20, -26]), -23],
  ]
  it.each(cases)('%s', (_, pcm, lufs) => {
    expect(Math.abs(integratedLoudness(pcm) - MONO_LU - lufs)).toBeLessThan(0.1)
  })
})

describe('integrated loudness', () => {
  it.each([8_000, 16_000, 22_050, 24_000, 44_100, 96_000])('is the same at %i Hz', (rate) => {
    expect(integratedLoudness(sine(5, -20, rate))).toBeCloseTo(-23.01, 1)
  })

  it('does not depend on the pieces it is pushed in', () => {
    const { samples } = bursts(5, -6, 1)
    const meter = new LoudnessMeter(24_000)
    for (let at = 0; at < samples.length; at += 777) meter.push(samples.subarray(at, at + 777))
    const whole = integratedLoudness({ samples, sampleRateHz: 24_000 })
    expect(meter.integratedLufs()).toBeCloseTo(whole, 9)
  })

  it('goes on separately in a clone', () => {
    const meter = new LoudnessMeter(48_000)
    meter.push(sine(1, -20).samples)
    const clone = meter.clone()
    clone.push(sine(1, -10).samples)
    expect(meter.integratedLufs()).toBeCloseTo(-23, 1)
    expect(clone.integratedLufs()).toBeGreaterThan(-16)
  })

  it('takes a clip under 400 ms as one block of its own length', () => {
    expect(integratedLoudness(sine(0.3, -20))).toBeCloseTo(-23, 1)
    expect(integratedLoudness(sine(0.05, -20))).toBeCloseTo(-23, 0)
  })

  it('is -Infinity for silence, for nothing, and under -70 LUFS', () => {
    for (const pcm of [
      silence(1, 24_000),
      silence(0, 24_000),
      silence(0.1, 24_000),
      sine(1, -68),
    ]) {
      expect(integratedLoudness(pcm)).toBe(Number.NEGATIVE_INFINITY)
    }
  })

  it('does not hear an offset', () => {
    const pcm = bursts(4, -6, 2)
    const shifted = { ...pcm, samples: pcm.samples.map((sample) => sample + 0.2) }
    expect(integratedLoudness(shifted)).toBeCloseTo(integratedLoudness(pcm), 1)
  })

  it('refuses a rate without room for the filter', () => {
    expect(() => integratedLoudness(silence(1, 4_000))).toThrow(AudioError)
  })
})

describeWithFfmpeg("against ffmpeg's ebur128", () => {
  const signals: [string, () => Pcm][] = [
    ['a sine at 48 kHz', () => sine(3, -20)],
    ['a sine at 24 kHz', () => sine(3, -20, 24_000)],
    ['bursts at 24 kHz', () => bursts(6, -3, 3)],
    ['quiet bursts at 44.1 kHz', () => resample(bursts(6, -30, 4), 44_100)],
    ['flite at 16 kHz', () => decodeWav(fliteSpeech()).pcm],
    ['flite at 24 kHz', () => resample(decodeWav(fliteSpeech()).pcm, 24_000)],
  ]
  it.each(signals)('%s within 0.1 LU', (_, make) => {
    const pcm = make()
    // ffmpeg's figure is rounded to a tenth.
    expect(Math.abs(integratedLoudness(pcm) - ebur128(pcm).lufs)).toBeLessThan(0.1 + 0.05)
  })
})
