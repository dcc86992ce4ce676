import { expect, test } from 'vitest'
import { prepareSpoken } from '../../text/prepare.ts'
import { prepareNeural } from './prepare.ts'

test.each([
  ['zh-CN', '你好，世界。再见！', ['你好，世界。', '再见！']],
  ['ru-RU', 'Привет, мир. Пока!', ['Привет, мир.', 'Пока!']],
  ['hi-IN', 'नमस्ते दुनिया।', ['नमस्ते दुनिया।']],
  ['ja', 'はい🙂。\u0001', ['はい 。']],
  ['ar', '🙂 …', []],
])('%s keeps its own letters and marks', (locale, text, spoken) => {
  expect(prepareNeural(text, locale).map((utterance) => utterance.text)).toEqual(spoken)
})

test.each(['en-US', 'de-DE', 'bg-BG', 'fi'])('%s is prepared as for every engine', (locale) => {
  const text = 'A 12 % sale. Б ä 🙂!'
  expect(prepareNeural(text, locale)).toEqual(prepareSpoken(text, locale))
})
