import { expect, test } from 'vitest'
import { countCharacters, textState } from './text-state.ts'

test('an emoji counts once', () => {
  expect(countCharacters('a👋🏽')).toBe(3)
})

test.each([
  ['', 'empty'],
  [' \n', 'empty'],
  ['Hello', 'fine'],
  ['👋'.repeat(5_000), 'fine'],
  ['a'.repeat(5_001), 'too_long'],
])('%.6s is %s', (text, state) => {
  expect(textState(text)).toBe(state)
})
