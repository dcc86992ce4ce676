import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeWithFfmpeg, ebur128, fliteSpeech } from '../test/ffmpeg.ts'
import { bursts, seeded, sine } from '../test/signals.ts'
import { fadeEdges, trimSilence } from './edit.ts'
import { AudioError } from './error.ts'
import { integratedLoudness } from './loudness.ts'
import { createMaster, limitPeaks, master } from './mastering.ts'
import { concatenate, type Pcm, silence } from './pcm.ts'
import { resample } from './resample.ts'
import { truePeakDb } from './true-peak.ts'
import { decodeWav } from './wav-decode.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const TARGET = { targetLufs: -16, ceilingDbtp: -1 }
const onTarget = (pcm: Pcm) => expect(Math.abs(integratedLoudness(pcm) + 16)).toBeLessThan(0.5)

/** The gain that each sample above the noise got. */
function gainsOf(before: Pcm, after: Pcm): number[] {
  return [...before.samples].flatMap((x, n) => (Math.abs(x) > 1e-3 ? [after.samples[n]! / x] : []))
}

describe('a clip', () => {
  it.each([-30, -20, -6, 0])('with a peak of %i dBFS comes to the target', (peakDb) => {
    const pcm = bursts(4, peakDb, 7)
    const out = master(pcm, TARGET)
    onTarget(out)
    expect(out.loudnessLufs).toBeCloseTo(integratedLoudness(out), 6)
    expect(truePeakDb(out)).toBeLessThanOrEqual(-1)
    expect(out.samples).toHaveLength(pcm.samples.length)
  })

  it('that needs no limiting is only scaled', () => {
    const pcm = sine(1, -30, 24_000)
    const out = master(pcm, TARGET)
    const gain = 10 ** (out.gainDb / 20)
    expect(out.samples).toEqual(pcm.samples.map((sample) => sample * gain))
  })

  it('whose samples are changed stays as it was', () => {
    const pcm = bursts(1, 0, 8)
    const before = pcm.samples.slice()
    master(pcm, TARGET)
    expect(pcm.samples).toEqual(before)
  })

  it('is limited without a click: the gain moves slowly, down and up', () => {
    const pcm = sine(2, -9, 24_000, 220)
    for (let n = 24_000; n < 24_600; n++) pcm.samples[n]! *= 2.8
    const gains = gainsOf(pcm, master(pcm, { ...TARGET, targetLufs: -9 }))
    expect(Math.max(...gains) / Math.min(...gains)).toBeGreaterThan(1.5)
    for (let n = 1; n < gains.length; n++)
      expect(Math.abs(gains[n]! - gains[n - 1]!)).toBeLessThan(0.05)
  })

  it('that cannot have both keeps the ceiling, and says what it has', () => {
    const pcm = silence(3, 24_000)
    for (let n = 0; n < pcm.samples.length; n += 6_000) pcm.samples[n] = 0.5
    const out = master(pcm, TARGET)
    expect(truePeakDb(out)).toBeLessThanOrEqual(-1)
    expect(out.loudnessLufs).toBeLessThan(-20)
    expect(out.loudnessLufs).toBeCloseTo(integratedLoudness(out), 6)
  })

  it('of noise far down is not made loud', () => {
    expect(master(sine(1, -65, 24_000), TARGET).gainDb).toBe(40)
  })
})

describe('silence', () => {
  it('stays silence, whole and between words', () => {
    expect(master(silence(1, 24_000), TARGET).samples.every((sample) => sample === 0)).toBe(true)
    expect(master(silence(0, 24_000), TARGET).samples).toHaveLength(0)
    const pcm = concatenate([bursts(1, 0, 9), silence(1, 24_000), bursts(1, 0, 10)])
    const out = master(pcm, TARGET)
    pcm.samples.forEach((sample, n) => {
      if (sample === 0) expect(Math.abs(out.samples[n]!)).toBe(0)
    })
  })

  it('is what samples that are no numbers become', () => {
    const pcm = bursts(1, -6, 11)
    pcm.samples[100] = Number.NaN
    pcm.samples[200] = Number.POSITIVE_INFINITY
    const out = master(pcm, TARGET)
    expect(out.samples.every(Number.isFinite)).toBe(true)
    expect(out.samples[100]).toBe(0)
    onTarget(out)
  })
})

describe('an offset', () => {
  it('stays under the ceiling', () => {
    for (const offset of [0.01, 0.3, -0.9]) {
      const shifted = bursts(2, -10, 12)
      shifted.samples.forEach((sample, n) => {
        shifted.samples[n] = sample + offset
      })
      expect(truePeakDb(master(shifted, TARGET))).toBeLessThanOrEqual(-1)
      const alone = { ...shifted, samples: shifted.samples.map(() => offset) }
      expect(truePeakDb(master(alone, TARGET))).toBeLessThanOrEqual(-1)
    }
  })
})

describe('any audio', () => {
  it('keeps the ceiling and the length', () => {
    const shapes = fc.record({
      seed: fc.nat(1e6),
      length: fc.nat(6_000),
      sparse: fc.double({ min: 0, max: 1, noNaN: true }),
      level: fc.double({ min: 0.001, max: 4, noNaN: true }),
      rate: fc.constantFrom(8_000, 24_000, 48_000),
    })
    fc.assert(
      fc.property(shapes, ({ seed, length, sparse, level, rate }) => {
        const random = seeded(seed)
        const samples = Float32Array.from({ length }, () => {
          return random() < sparse ? level * (2 * random() - 1) : 0
        })
        const out = master({ samples, sampleRateHz: rate }, { targetLufs: -10, ceilingDbtp: -1 })
        expect(out.samples).toHaveLength(length)
        expect(truePeakDb(out)).toBeLessThanOrEqual(-1)
      }),
      { seed: SEED, numRuns: 150 },
    )
  })
})

describe('a text in sentences', () => {
  const sentences = [3, 1, 2, 0.3, 4, 2].map((seconds, i) =>
    fadeEdges(bursts(seconds, -20 + 3 * i, 20 + i), 0.005),
  )

  it('is on target after each of them, under the ceiling, each as long as it was', () => {
    const stream = createMaster(TARGET)
    const done: Pcm[] = []
    for (const sentence of sentences) {
      const out = stream.next(sentence)
      expect(out.samples).toHaveLength(sentence.samples.length)
      done.push(out)
      const all = concatenate(done)
      onTarget(all)
      expect(out.loudnessLufs).toBeCloseTo(integratedLoudness(all), 6)
      expect(truePeakDb(all)).toBeLessThanOrEqual(-1)
    }
  })

  it('keeps its own dynamics, once it is long enough to have a mean', () => {
    const stream = createMaster(TARGET)
    const loud = fadeEdges(bursts(2, -12, 30), 0.005)
    const soft = { ...loud, samples: loud.samples.map((sample) => sample / 1.41) }
    const levels = [loud, soft, loud, soft, loud, soft, loud, soft].map((pcm) =>
      integratedLoudness(stream.next(pcm)),
    )
    expect(levels[6]! - levels[7]!).toBeGreaterThan(1.5)
  })

  it('begins with the same samples however it goes on', () => {
    const [short, long] = [createMaster(TARGET), createMaster(TARGET)]
    const first = short.next(sentences[0]!)
    const again = long.next(sentences[0]!)
    long.next(sentences[4]!)
    expect(again).toEqual(first)
  })

  it('may begin with silence', () => {
    const stream = createMaster(TARGET)
    expect(stream.next(silence(1, 24_000)).gainDb).toBe(0)
    onTarget(stream.next(sentences[0]!))
  })

  it('has one sample rate', () => {
    const stream = createMaster(TARGET)
    stream.next(silence(1, 24_000))
    expect(() => stream.next(silence(1, 16_000))).toThrow(AudioError)
  })
})

describeWithFfmpeg('flite speech', () => {
  it('is at -16 LUFS under -1 dBTP by ffmpeg too', () => {
    const raw = resample(decodeWav(fliteSpeech()).pcm, 24_000)
    const speech = fadeEdges(trimSilence(raw, { thresholdDb: -40, keepSeconds: 0.06 }), 0.005)
    for (const db of [-30, 0, 10]) {
      const pcm = { ...speech, samples: speech.samples.map((s) => s * 10 ** (db / 20)) }
      const { lufs, dbtp } = ebur128(master(pcm, TARGET))
      expect(Math.abs(lufs + 16)).toBeLessThanOrEqual(0.4)
      expect(dbtp).toBeLessThanOrEqual(-1)
    }
  })
})

describe('limitPeaks', () => {
  const loud = sine(0.5, -0.2, 24_000, 300)

  it('brings peaks under the ceiling', () => {
    expect(truePeakDb(loud)).toBeGreaterThan(-1)
    expect(truePeakDb(limitPeaks(loud, -1))).toBeLessThanOrEqual(-1)
  })

  it('gives back what is under it, untouched', () => {
    const quiet = limitPeaks(loud, -3)
    expect(limitPeaks(quiet, -1)).toBe(quiet)
  })
})
