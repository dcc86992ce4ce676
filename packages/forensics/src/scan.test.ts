import { type Pcm, silence } from '@viva-voce/audio'
import { describe, expect, test } from 'vitest'
import { scanSynthesis } from './scan.ts'
import type { SignalName } from './signal.ts'

const RATE = 24_000

/** Buzzing syllables with pauses: a harmonic tone of 120 Hz whose harmonics fall by 6 dB an octave, 0.2 s on, 0.1 s off. */
function syllables(seconds: number, gain = 1): Pcm {
  const samples = Float32Array.from({ length: Math.round(seconds * RATE) }, (_, n) => {
    const place = (n / RATE) % 0.3
    if (place >= 0.2) return 0
    let value = 0
    for (let h = 1; h <= 50; h++) value += Math.sin((2 * Math.PI * 120 * h * n) / RATE + h * h) / h
    return 0.15 * gain * Math.sin((Math.PI * place) / 0.2) * value
  })
  return { samples, sampleRateHz: RATE }
}

function change(pcm: Pcm, f: (value: number, n: number) => number): Pcm {
  return { ...pcm, samples: pcm.samples.map(f) }
}

function join(...parts: Pcm[]): Pcm {
  return {
    samples: Float32Array.from(parts.flatMap((part) => Array.from(part.samples))),
    sampleRateHz: RATE,
  }
}

/** Names of the signals that fail when the length charged is the file's own. */
function failures(pcm: Pcm, seconds = pcm.samples.length / pcm.sampleRateHz): SignalName[] {
  const { passed, signals } = scanSynthesis(pcm, { seconds })
  const failed = signals.filter((signal) => !signal.passed)
  expect(passed).toBe(failed.length === 0)
  return failed.map(({ name }) => name)
}

const speech = syllables(3)

describe('scanSynthesis', () => {
  test('passes a sound clip, a short word, and a softer one', () => {
    expect(failures(speech)).toEqual([])
    expect(failures(syllables(0.4))).toEqual([])
    expect(failures(syllables(3, 0.15))).toEqual([])
  })

  test('lets a file be longer by what its format adds, and by no more', () => {
    const padded = { seconds: 2.92, paddingSeconds: 0.07 }
    expect(scanSynthesis(speech, padded).passed).toBe(true)
    for (const wrong of [
      { ...padded, seconds: 2.9 },
      { ...padded, seconds: 3.03 },
    ]) {
      expect(scanSynthesis(speech, wrong).passed).toBe(false)
    }
  })

  test('gives each signal a sentence, and its figure', () => {
    const { signals } = scanSynthesis(speech, { seconds: 3 })
    expect(signals.map(({ name }) => name)).toEqual([
      'finite_samples',
      'charged_length',
      'speech_level',
      'silence_share',
      'longest_silence',
      'noise_floor',
      'clipping',
      'dc_offset',
      'bandwidth',
    ])
    for (const { explanation, score, threshold } of signals) {
      expect(explanation).toMatch(/\d.*\.$/)
      expect(Number.isFinite(score) && Number.isFinite(threshold)).toBe(true)
    }
  })

  const faults: [string, Pcm, SignalName[]][] = [
    [
      'a sample that is no number',
      change(speech, (v, n) => (n === 9 ? Number.NaN : v)),
      ['finite_samples'],
    ],
    ['an infinite sample', change(speech, (v, n) => (n === 9 ? -1 / 0 : v)), ['finite_samples']],
    ['a voice that nobody hears', syllables(3, 0.001), ['speech_level']],
    ['4 s of nothing in the middle', join(speech, silence(4, RATE), speech), ['longest_silence']],
    [
      'little speech in much silence',
      join(silence(2.9, RATE), syllables(0.5), silence(2.9, RATE)),
      ['silence_share'],
    ],
    ['clipping', change(speech, (v) => Math.max(-0.2, Math.min(0.2, v))), ['clipping']],
    [
      'clipping on one side, then made softer',
      change(speech, (v) => 0.1 * Math.min(0.2, v)),
      ['clipping'],
    ],
    ['an offset', change(speech, (v) => v + 0.02), ['dc_offset', 'noise_floor']],
    [
      'loud noise',
      change(speech, (v, n) => v + 0.3 * (((n * 7919) % 1009) / 504.5 - 1)),
      ['noise_floor'],
    ],
    ['a hum', change(speech, (_, n) => 0.2 * Math.sin(n * 0.1)), ['noise_floor', 'bandwidth']],
  ]

  test.each(faults)('names %s', (_, pcm, names) => {
    expect(new Set(failures(pcm))).toEqual(new Set(names))
  })

  test.each([
    [3.019, true],
    [2.981, true],
    [3.03, false],
    [2.9, false],
    [0, false],
  ])('3 s stored, %d s charged: passed is %s', (seconds, passes) => {
    expect(failures(speech, seconds)).toEqual(passes ? [] : ['charged_length'])
  })

  test('a long file may differ by half a percent', () => {
    expect(failures(syllables(20), 20.09)).toEqual([])
    expect(failures(syllables(20), 20.11)).toEqual(['charged_length'])
  })

  test('fails silence and an empty file without an error', () => {
    expect(failures(silence(1, RATE))).toEqual(['speech_level', 'silence_share', 'bandwidth'])
    expect(failures(silence(0, RATE))).toContain('speech_level')
  })
})
