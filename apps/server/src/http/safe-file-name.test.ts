import { expect, test } from 'vitest'
import { safeFileName } from './safe-file-name.ts'

test.each([
  ['take 1.wav', 'take 1.wav'],
  ['Übung_№3 (neu).WAV', 'Übung_№3 (neu).WAV'.replace('№', '_')],
  ['../../etc/passwd.wav', 'passwd.wav'],
  ['..\\..\\boot.wav', 'boot.wav'],
  ['.hidden.wav', 'hidden.wav'],
  ['a\u0000b\n<script>.mp3', 'a_b__script_.mp3'],
  ['..', 'unnamed'],
  ['', 'unnamed'],
  ['wav.', 'wav'],
])('%j becomes %j', (given, safe) => {
  expect(safeFileName(given)).toBe(safe)
})

test('a long name keeps its extension and no half character', () => {
  expect(safeFileName(`${'𝒳'.repeat(300)}.m4a`)).toBe(`${'𝒳'.repeat(100)}.m4a`)
})
