import { type Pcm, resample, silence } from '@viva-voce/audio'
import { embed } from '@viva-voce/watermark'
import { describe, expect, test } from 'vitest'
import { assessRecording, type RecordingFault, type RecordingQuality } from './recording.ts'
import { assessVoice } from './voice-quality.ts'

const RATE = 24_000
const key = { key: Uint8Array.from({ length: 32 }, (_, n) => n), keyVersion: 1 }

/** The same numbers from -1 to 1 every time (a linear congruence of Numerical Recipes). */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

/** Eight seconds of syllables of changing loudness and pitch: half a second of sound, then 0.3 s of pause. */
const syllables = (() => {
  let phase = 0
  return Float32Array.from({ length: 8 * RATE }, (_, n) => {
    const place = (n / RATE) % 0.8
    const syllable = Math.floor(n / RATE / 0.8)
    phase += (2 * Math.PI * (160 + 20 * Math.sin(syllable))) / RATE
    if (place >= 0.5) return 0
    let value = 0
    for (let h = 1; h <= 40; h++) value += Math.sin(h * phase + h * h) / h
    return Math.sin((Math.PI * place) / 0.5) * 0.1 * (1 + 0.4 * Math.sin(2.3 * syllable)) * value
  })
})()

/** The first of them, at most eight seconds, over a background. */
function speech(seconds: number, backgroundDb = -70, gain = 1): Pcm {
  const background = 10 ** (backgroundDb / 20)
  const random = noise(7)
  const samples = syllables
    .subarray(0, Math.round(seconds * RATE))
    .map((value) => gain * value + background * random())
  return { samples, sampleRateHz: RATE }
}

const assess = (pcm: Pcm): RecordingQuality => assessRecording(pcm, { keys: [key] })
const faults = (pcm: Pcm): RecordingFault[] => assess(pcm).problems.map(({ code }) => code)

function clipped(pcm: Pcm, db: number): Pcm {
  const peak = pcm.samples.reduce((top, value) => Math.max(top, Math.abs(value)), 0)
  const limit = peak * 10 ** (-db / 20)
  return {
    ...pcm,
    samples: pcm.samples.map((value) => Math.max(-limit, Math.min(limit, value))),
  }
}

describe('assessRecording', () => {
  test('finds nothing wrong with a clean recording, loud or soft', () => {
    expect(faults(speech(6))).toEqual([])
    expect(faults(speech(6, -90, 0.1))).toEqual([])
  })

  test('measures length, speech, level and band', () => {
    const found = assess(speech(8))
    expect(found.seconds).toBe(8)
    // Ten syllables of half a second whose soft ends do not count, without their pauses.
    expect(found.speechSeconds).toBeGreaterThan(3)
    expect(found.speechSeconds).toBeLessThan(5.5)
    expect(found.snrDb).toBeGreaterThan(40)
    expect(found.bandwidthHz).toBeGreaterThan(5_000)
    expect(assess(speech(8, -90, 0.5)).levelDb).toBeCloseTo(found.levelDb - 6, 0)
  })

  test('counts short pauses as speech and long ones not', () => {
    const spoken = speech(8)
    const apart = { ...spoken, samples: spoken.samples.slice() }
    apart.samples.fill(0, 2 * RATE, 6 * RATE)
    expect(assess(apart).speechSeconds).toBeLessThan(0.6 * assess(spoken).speechSeconds)
  })

  test.each([-26, -32])('tells a background of %d dB', (backgroundDb) => {
    expect(faults(speech(6, backgroundDb))).toEqual(['noisy'])
  })

  test('tells clipping, after a change of rate and level as well', () => {
    expect(faults(clipped(speech(6), 9))).toEqual(['clipped'])
    const { samples, sampleRateHz } = resample(clipped(speech(6), 9), 44_100)
    const softer = { samples: samples.map((value) => 0.5 * value), sampleRateHz }
    expect(faults(resample(softer, RATE))).toEqual(['clipped'])
  })

  test('tells a room that echoes', () => {
    const random = noise(11)
    const length = Math.round(0.9 * RATE)
    // Noise that falls by 60 dB in 0.9 s, as loud in all as the direct sound.
    const tail = Float32Array.from(
      { length },
      (_, n) => 0.025 * random() * Math.exp((-6.9 * n) / length),
    )
    const dry = speech(6)
    const samples = dry.samples.slice()
    for (let n = 0; n < dry.samples.length; n += 1) {
      const value = dry.samples[n]!
      if (value === 0) continue
      for (let k = 0; k < length && n + k < samples.length; k += 7)
        samples[n + k]! += value * tail[k]!
    }
    expect(assess(dry).decaySeconds).toBeLessThan(0.3)
    expect(faults({ ...dry, samples })).toContain('reverberant')
  })

  test('tells the band of a telephone', () => {
    expect(faults(resample(resample(speech(6), 8_000), RATE))).toEqual(['narrow_band'])
  })

  test('tells our own watermark, and then says nothing else', () => {
    const marked = embed(speech(8), { payload: 77, ...key }).pcm
    const found = assess(marked)
    expect(found.watermark).toMatchObject({ found: true, payload: 77 })
    expect(found.problems.map(({ code }) => code)).toEqual(['watermarked'])
    const otherKey = { key: new Uint8Array(32).fill(9), keyVersion: 1 }
    expect(assessRecording(marked, { keys: [otherKey] }).watermark.found).toBe(false)
  })

  test('finds no speech in noise or a tone, and nothing in silence', () => {
    const random = noise(3)
    const hiss = { ...speech(3), samples: new Float32Array(3 * RATE).map(() => 0.2 * random()) }
    const tone = new Float32Array(3 * RATE).map((_, n) => 0.5 * Math.sin(n / 10))
    expect(faults(hiss)).toEqual(['no_speech'])
    expect(faults({ ...hiss, samples: tone })).toEqual(['no_speech'])
    expect(assess(hiss).speechSeconds).toBe(0)
    expect(faults(silence(2, RATE))).toEqual(['too_quiet'])
    expect(faults({ samples: new Float32Array(0), sampleRateHz: RATE })).toEqual(['too_quiet'])
  })

  test('gives finite figures for broken samples', () => {
    const samples = new Float32Array(RATE).map((_, n) => (n % 7 ? 1e38 * Math.sin(n) : Number.NaN))
    const { problems, watermark, ...all } = assess({ samples, sampleRateHz: RATE })
    const figures = {
      ...all,
      decaySeconds: all.decaySeconds ?? 0,
      sameSpeakerScore: all.sameSpeakerScore ?? 0,
    }
    expect(Object.values(figures).every(Number.isFinite)).toBe(true)
    expect(Number.isFinite(watermark.score)).toBe(true)
    expect(problems).not.toEqual([])
  })

  test('says in sentences what to do', () => {
    const bad = [speech(6, -25), clipped(speech(6), 9), silence(2, RATE)]
    for (const { message } of bad.flatMap((pcm) => assess(pcm).problems)) {
      expect(message).toMatch(/^[A-Z].+\. [A-Z].+\.$/)
    }
  })
})

describe('assessVoice', () => {
  const good = { ...assess(speech(6)), speechSeconds: 6 }
  const marked: RecordingQuality = {
    ...good,
    watermark: { found: true, payload: 1, score: 20 },
    problems: [{ code: 'watermarked', message: 'It is marked.' }],
  }

  test('passes when there is speech enough', () => {
    const voice = assessVoice([
      { file: 'a.wav', quality: good },
      { file: 'b.wav', quality: good },
    ])
    expect(voice).toMatchObject({ passed: true, speechSeconds: 12, problems: [] })
    expect(voice.seconds).toBeCloseTo(12, 1)
  })

  test('names the file of a problem, and counts no synthetic speech', () => {
    const voice = assessVoice([
      { file: 'a.wav', quality: good },
      { file: 'b.wav', quality: marked },
    ])
    expect(voice).toMatchObject({ passed: false, speechSeconds: 6 })
    expect(voice.problems).toMatchObject([
      { code: 'watermarked', file: 'b.wav', message: 'It is marked.' },
      { code: 'too_little_speech', file: null },
    ])
  })
})
