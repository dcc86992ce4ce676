import { describe, expect, it } from 'vitest'
import { readingScript, scriptLocales } from './reading-script.ts'

/** Letters (or pairs of them) that stand for the sounds a language has; each is in the script at least twice. */
const SOUNDS: Record<string, string> = {
  en: 'th sh ch wh ng oy oo ee ou ow ea j v w y z qu x ck',
  de: 'ch sch pf z j ä ö ü ß ei eu äu au ng qu sp st ie',
  es: 'rr ñ ll ch j g z qu gü|ü ie ue ai|ay au ei|ey h v y',
  fr: 'an on in un ou oi eu ch gn j ill é è ê ç œ u y ou',
  it: 'gli gn sc z cc ch gh qu ss tt ll rr zz pp gg',
  pl: 'ą ę ł ó ć ś ź ń ż sz cz rz dz dż dź ch',
}

it('knows a locale by its language, and none that has no script', () => {
  expect(scriptLocales).toEqual(['de', 'en', 'es', 'fr', 'it', 'pl'])
  expect(readingScript('en-US')).toBe(readingScript('en'))
  expect(readingScript('de_AT')).toBe(readingScript('DE'))
  for (const locale of ['', 'xx', 'sv-SE', '__proto__'])
    expect(readingScript(locale)).toBeUndefined()
})

describe.each(scriptLocales)('%s', (locale) => {
  const sentences = readingScript(locale)!

  it('has 40 different sentences of 6 to 14 words', () => {
    expect(new Set(sentences).size).toBe(40)
    for (const sentence of sentences) {
      const words = sentence.match(/[\p{L}’'-]+/gu)!
      expect(words.length, sentence).toBeGreaterThanOrEqual(6)
      expect(words.length, sentence).toBeLessThanOrEqual(14)
      expect(sentence, 'no figures or abbreviations').not.toMatch(/\d|\p{Lu}{2}/u)
      expect(sentence).toMatch(/[.?!]$/)
    }
  })

  it('has every sound of the language', () => {
    const text = sentences.join(' ').toLowerCase()
    const rare = SOUNDS[locale]!.split(' ').filter(
      (sound) => (text.match(new RegExp(sound, 'g')) ?? []).length < 2,
    )
    expect(rare).toEqual([])
  })
})
