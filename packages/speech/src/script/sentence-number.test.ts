import { expect, it } from 'vitest'
import { sentenceNumberOf } from './sentence-number.ts'

it.each([
  ['07.wav', 7],
  ['7.wav', 7],
  ['040.m4a', 40],
  ['07 take 2.wav', 7],
  ['07-b.mp3', 7],
  ['sentence-07.wav', 7],
  ['Sentence 7 final.wav', 7],
  ['satz_12.wav', 12],
  ['zdanie3.wav', 3],
])('%s reads sentence %i', (name, number) => {
  expect(sentenceNumberOf(name, 'en-US')).toBe(number)
  expect(sentenceNumberOf(name, 'pl')).toBe(number)
})

it.each([
  '00.wav',
  '41.wav',
  '2026-11-21.wav',
  'a.wav',
  'take 7.wav',
  '7th.wav',
  '.wav',
  '',
  '1e3.wav',
])('%s reads none', (name) => expect(sentenceNumberOf(name, 'en-US')).toBeUndefined())

it('there are no numbers where there is no script', () => {
  expect(sentenceNumberOf('07.wav', 'sv-SE')).toBeUndefined()
})
