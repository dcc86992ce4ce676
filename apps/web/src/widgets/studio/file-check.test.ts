import { expect, test } from 'vitest'
import { admit, warnAbout } from './file-check.ts'

const file = (name: string, bytes = 10) =>
  new File([new Uint8Array(bytes)], name, { lastModified: 1 })
const names = (files: File[]) => files.map(({ name }) => name)

test('recordings are told from other files by their extension, in any case', () => {
  const incoming = ['a.wav', 'b.MP3', 'c.m4a', 'd.ogg', 'wav', 'e.wav.exe'].map((name) =>
    file(name),
  )
  const { kept, problem } = admit([], incoming)
  expect(names(kept)).toEqual(['a.wav', 'b.MP3', 'c.m4a'])
  expect(problem).toBe('Only .wav, .mp3, .m4a files are allowed')
})

test('at most 20 are kept, those that came first', () => {
  const chosen = Array.from({ length: 18 }, (_, n) => file(`old-${n}.wav`))
  const { kept, problem } = admit(chosen, [file('a.wav'), file('b.wav'), file('c.wav')])
  expect(names(kept)).toEqual(['a.wav', 'b.wav'])
  expect(problem).toBe('At most 20 files are kept; 1 was left out')
})

test('a file that is chosen twice counts once', () => {
  const { kept, problem } = admit([file('a.wav')], [file('a.wav'), file('b.wav'), file('b.wav')])
  expect(names(kept)).toEqual(['b.wav'])
  expect(problem).toBeNull()
})

test('a file of another size under the same name is another file', () => {
  expect(names(admit([file('a.wav', 10)], [file('a.wav', 11)]).kept)).toEqual(['a.wav'])
})

test('what the server would refuse is told beside the file', () => {
  expect(warnAbout(file('a.wav', 0), null)).toBe('The file is empty')
  expect(warnAbout({ size: 20 * 2 ** 20 } as File, 1)).toBeNull()
  expect(warnAbout({ size: 20 * 2 ** 20 + 1 } as File, 1)).toBe('Over 20 MB')
  expect(warnAbout(file('a.wav'), 601)).toBe('Over 10 minutes')
  expect(warnAbout(file('a.wav'), null)).toBeNull()
})
