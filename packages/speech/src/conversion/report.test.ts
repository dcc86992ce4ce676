import { describe, expect, it } from 'vitest'
import { judge, MAX_MCD_DB, MAX_PITCH_SEMITONES, type Nearness } from './report.ts'

/** slt to espeak-ng without a script, as the bench first measured it, with a better distortion. */
const before: Nearness = {
  mcdDb: 12.6,
  contourSemitones: 7,
  pitchSemitones: 9,
  ratioToBase: -20,
  ratioToOthers: -15,
}
const after: Nearness = {
  mcdDb: 5.4,
  contourSemitones: 2,
  pitchSemitones: 0.3,
  ratioToBase: 15,
  ratioToOthers: 6,
}

function adviceOn(changed: Partial<Nearness>, first: Partial<Nearness> = {}, secondsUsed = 90) {
  const [base, converted] = [
    { ...before, ...first },
    { ...after, ...changed },
  ]
  const { passed, advice } = judge({ before: base, after: converted, recordings: 8, secondsUsed })
  expect(passed).toBe(advice.length === 0)
  return advice.join(' ')
}

describe('a voice is judged', () => {
  it('good when it is near to the talent in all ways', () => {
    expect(adviceOn({})).toBe('')
    expect(adviceOn({ mcdDb: MAX_MCD_DB, pitchSemitones: MAX_PITCH_SEMITONES })).toBe('')
  })

  it.each([
    [{ mcdDb: MAX_MCD_DB + 0.01 }, /far from your recordings/],
    [{ mcdDb: Number.NaN }, /no closer to your recordings/],
    [{ mcdDb: 12.7 }, /no closer to your recordings/],
    [{ ratioToBase: 0 }, /like the base voice/],
    [{ ratioToBase: Number.NaN }, /like the base voice/],
    [{ ratioToOthers: -0.1 }, /like another voice/],
    [{ pitchSemitones: MAX_PITCH_SEMITONES + 0.01 }, /pitch/],
    [{ pitchSemitones: Number.NaN }, /pitch/],
  ])('failed with %j, and told what to do', (changed, reason) => {
    const advice = adviceOn(changed)
    expect(advice).toMatch(reason)
    expect(advice).toMatch(/Record in one quiet room/)
  })

  it('without a script by timbre and pitch alone, where the advice is to read one', () => {
    const none = { mcdDb: undefined, contourSemitones: undefined }
    expect(adviceOn(none as Partial<Nearness>, none as Partial<Nearness>)).toBe('')
    expect(
      adviceOn({ ...none, ratioToBase: -1 } as Partial<Nearness>, none as Partial<Nearness>),
    ).toMatch(/Read the script aloud/)
  })

  it('with the advice to record more when little was found', () => {
    expect(adviceOn({ mcdDb: 9 }, {}, 12)).toMatch(/Only 12 seconds/)
    expect(adviceOn({ mcdDb: 9 }, {}, 90)).not.toMatch(/seconds of speech/)
  })
})
