import { expect, test } from 'vitest'
import { missingIn } from './upload-check.ts'

const form = { voice_name: 'Ida', locale: 'en-US', category: 'general' } as const
const file = { place: null }
const take = (language: string) => ({ place: { language, number: 1 } })

test.each([
  ['nobody registered', form, [file], null, 'Register talent first'],
  ['no name', { ...form, voice_name: '  ' }, [file], 'tal_1', 'Please enter a voice name'],
  ['no file', form, [], 'tal_1', 'Please add at least one audio file'],
] as const)('with %s the sentence of the form is shown', (_, fields, files, talent, expected) => {
  expect(missingIn(fields, files, talent)).toBe(expected)
})

test('files and takes of the language can be uploaded', () => {
  expect(missingIn(form, [file, take('en')], 'tal_1')).toBeNull()
})

test('takes of another language than the voice are not', () => {
  expect(missingIn(form, [take('en'), take('de')], 'tal_1')).toContain('Some takes are in German')
})
