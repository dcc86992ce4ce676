import { expect, test } from 'vitest'
import { microphoneSentence } from './microphone.ts'

test.each([
  ['NotAllowedError', 'does not let this page use the microphone'],
  ['NotFoundError', 'No microphone was found'],
  ['NotReadableError', 'another program may be using it'],
  ['SecurityError', 'over https only'],
  ['AbortError', 'could not be started'],
])('%s is explained, with a way out', (name, words) => {
  const sentence = microphoneSentence(new DOMException('', name))
  expect(sentence).toContain(words)
  expect(sentence).toMatch(/try again|turn it on again|choose the files below/)
})
