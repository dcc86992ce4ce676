import { describe, expect, test } from 'vitest'
import { canTrain, nextVoiceState, type VoiceEvent, type VoiceState } from './voice-states.ts'

const events: VoiceEvent[] = ['add', 'train', 'succeed', 'fail', 'cancel', 'withdraw']

/** Where each event leads, by state; a dash where it is refused. */
const table: [VoiceState, string][] = [
  ['uploaded', 'uploaded training - - - withdrawn'],
  ['training', '- - ready failed uploaded withdrawn'],
  ['ready', '- - - - - withdrawn'],
  ['failed', 'uploaded training - - - withdrawn'],
  ['withdrawn', '- - - - - -'],
]

test.each(table)('a voice that is %s', (state, expected) => {
  const found = events.map((event) => nextVoiceState(state, event) ?? '-')
  expect(found.join(' ')).toBe(expected)
})

describe('a failed voice', () => {
  const failed = (code: 'not_like_talent' | 'consent_revoked' | 'internal') =>
    canTrain({ state: 'failed', failure: { code, message: '', advice: [] } })

  test('needs other recordings when these have failed', () => {
    expect(failed('not_like_talent')).toBe(false)
  })

  test('may be trained again when it was not the recordings', () => {
    expect(failed('consent_revoked')).toBe(true)
    expect(failed('internal')).toBe(true)
  })
})
