import type { RecordingFault, RecordingQuality } from '@viva-voce/forensics'
import { describe, expect, test } from 'vitest'
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
    watermark: { found: false, payload: null, score: 0 },
    problems: faults.map((code) => ({ code, message: `It is ${code}.` })),
  }
}

const good: TrainingFacts = {
  voiceId: 'voice_1',
  talentId: 'tal_1',
  locale: 'en-US',
  consent: 'granted',
  recordings: [{ fileName: '01.wav', quality: quality(12) }],
}

/** These checks need nothing of the context. */
const refusals = (change: Partial<TrainingFacts>) =>
  refusalsOfTraining({} as Context, { ...good, ...change })

const recordings = (seconds: number, ...faults: RecordingFault[]) => ({
  recordings: [...good.recordings, { fileName: 'new.wav', quality: quality(seconds, ...faults) }],
})

describe('the gate', () => {
  test('lets a consented voice of ten seconds pass', async () => {
    expect(await refusals({})).toEqual([])
    expect(await refusals({ recordings: [{ fileName: 'a', quality: quality(10) }] })).toEqual([])
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
      { recordings: [{ fileName: 'a', quality: quality(9.9) }] },
      /^There are 9\.9 seconds/,
    ],
  ]

  test.each(refused)('refuses for %s %j', async (check, change, message) => {
    expect(await refusals(change)).toEqual([{ check, message: expect.stringMatching(message) }])
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
