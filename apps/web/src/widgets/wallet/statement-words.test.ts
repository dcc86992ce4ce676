import { expect, test } from 'vitest'
import { statementWords } from './statement-words.ts'

test('each kind of entry has a name, and a new one is readable', () => {
  expect(statementWords('payment')).toBe('Top-up')
  expect(statementWords('card_refund_failed')).toBe('Refund to the card came back')
  expect(statementWords('some_new_kind')).toBe('some new kind')
})
