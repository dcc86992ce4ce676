import {
  type RecordingFault,
  type RecordingQuality,
  SPEAKER_MODEL_VERSION,
  type SpeakerEmbedding,
} from '@viva-voce/forensics'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Context } from '../../context.ts'
import { refusalsOfTraining, type TrainingFacts } from './training-gate.ts'

function quality(seconds: number, ...faults: RecordingFault[]): RecordingQuality {
  return {
    seconds,
    speechSeconds: seconds,
    levelDb: -20,
    snrDb: 40,
    clippedShare: 0,
    bandwidthHz: 8_000,
    decaySeconds: 0.2,
    sameSpeakerScore: 20,
    watermark: { found: false, payload: null, score: 0 },
    problems: faults.map((code) => ({ code, message: `It is ${code}.` })),
  }
}

const good: TrainingFacts = {
  voiceId: 'voice_1',
  talentId: 'tal_1',
  locale: 'en-US',
  consent: 'granted',
  recordings: [{ fileName: '01.wav', quality: quality(12), speaker: null }],
}

/** The voices of other talents. */
const others: { voiceId: string; speaker: SpeakerEmbedding }[] = []
vi.mock('./speaker-store.ts', () => ({ recordedByOthers: () => others }))
beforeEach(() => {
  others.length = 0
})

/** A speaker far from or near others by one coordinate of the embedding; 30 s of speech. */
function speaker(place: number, seconds = 30): SpeakerEmbedding {
  const values = new Float32Array(50)
  values[0] = place
  return { version: SPEAKER_MODEL_VERSION, values, seconds }
}

/** The checks need nothing of the context but what is stored. */
const refusals = (change: Partial<TrainingFacts>) =>
  refusalsOfTraining({ logger: { warn: () => {} } } as unknown as Context, { ...good, ...change })

const recordings = (seconds: number, ...faults: RecordingFault[]) => ({
  recordings: [
    ...good.recordings,
    { fileName: 'new.wav', quality: quality(seconds, ...faults), speaker: null },
  ],
})

describe('the gate', () => {
  test('lets a consented voice of ten seconds pass', async () => {
    expect(await refusals({})).toEqual([])
    expect(
      await refusals({ recordings: [{ fileName: 'a', quality: quality(10), speaker: null }] }),
    ).toEqual([])
  })

  const refused: [string, Partial<TrainingFacts>, RegExp][] = [
    ['consent', { consent: 'none' }, /^Please give consent first/],
    ['consent', { consent: 'revoked' }, /^Please give consent first/],
    [
      'own_watermark',
      recordings(5, 'watermarked'),
      /^new\.wav: It is watermarked\. .*same name\.$/,
    ],
    ['silence', recordings(0, 'too_quiet'), /^new\.wav: It is too_quiet\./],
    ['silence', recordings(0, 'no_speech'), /^new\.wav: It is no_speech\./],
    ['clipping', recordings(5, 'clipped'), /^new\.wav: It is clipped\./],
    ['speech_seconds', { recordings: [] }, /^There are 0\.0 seconds .* needs 10\. Please add/],
    [
      'speech_seconds',
      { recordings: [{ fileName: 'a', quality: quality(9.9), speaker: null }] },
      /^There are 9\.9 seconds/,
    ],
  ]

  test.each(refused)('refuses for %s %j', async (check, change, message) => {
    expect(await refusals(change)).toEqual([{ check, message: expect.stringMatching(message) }])
  })

  test('refuses a recording in which two people speak', async () => {
    expect(await refusals(recordings(5, 'several_speakers'))).toEqual([
      { check: 'one_speaker', message: expect.stringMatching(/^new\.wav: /) },
    ])
  })

  test('refuses recordings of two people, and names the two least alike', async () => {
    const heard = (...speakers: SpeakerEmbedding[]) =>
      speakers.map((one, i) => ({
        fileName: `${'abc'[i]}.wav`,
        quality: quality(12),
        speaker: one,
      }))
    const found = await refusals({ recordings: heard(speaker(6), speaker(5.5), speaker(-6)) })
    expect(found).toEqual([
      { check: 'one_speaker', message: expect.stringMatching(/in a\.wav and c\.wav/) },
    ])
    // Two seconds are too short to tell anybody.
    expect(await refusals({ recordings: heard(speaker(6), speaker(-6, 2)) })).toEqual([])
  })

  test("refuses another talent's voice, and does not say whose", async () => {
    const values = Float32Array.from({ length: 50 }, (_, d) => 3 / (1 + d / 5))
    const thief = { version: SPEAKER_MODEL_VERSION, values, seconds: 30 }
    const recordings = [{ fileName: 'a.wav', quality: quality(12), speaker: thief }]
    others.push({ voiceId: 'voice_2', speaker: speaker(-6) })
    expect(await refusals({ recordings })).toEqual([])
    const near = { ...thief, values: values.map((value) => 0.98 * value) }
    others.push({ voiceId: 'voice_3', speaker: near })
    const found = await refusals({ recordings })
    expect(found).toEqual([
      { check: 'own_voice', message: expect.stringMatching(/another talent's voice/) },
    ])
    expect(found[0]!.message).not.toContain('voice_3')
  })

  test('lets pass what is only not good', async () => {
    expect(await refusals(recordings(5, 'noisy', 'narrow_band'))).toEqual([])
  })

  test('tells everything at once', async () => {
    const change = { ...recordings(5, 'clipped', 'watermarked'), consent: 'none' }
    const checks = (await refusals(change)).map(({ check }) => check)
    expect(checks).toEqual(['consent', 'own_watermark', 'clipping'])
  })
})
