import { expect, test } from 'vitest'
import { requirementWords } from './requirement-words.ts'

test('a requirement is readable', () => {
  expect(requirementWords('individual.id_number')).toBe('individual: id number')
  expect(requirementWords('external_account')).toBe('external account')
})
