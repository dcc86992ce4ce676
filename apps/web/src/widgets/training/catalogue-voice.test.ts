import { expect, test } from 'vitest'
import { isCatalogueVoice } from './catalogue-voice.ts'

test.each([
  ['premium_en_us_001', true],
  ['standard_', true],
  ['budget_de_de_001', true],
  ['voice_0123456789abcdef0123', false],
  ['premium', false],
  ['my_premium_voice', false],
  ['', false],
])('%s: a catalogue voice is %s', (id, expected) => {
  expect(isCatalogueVoice(id)).toBe(expected)
})
