import { expect, it } from 'vitest'
import { catalogueVoices } from '../../catalogue.ts'
import { espeak } from '../espeak/espeak.ts'
import { baseSentences, baseVoicesFor, findBaseVoice } from './base-voices.ts'

const ids = (locale: string) => baseVoicesFor(locale).map(({ id }) => id)

it('English is made from the voices that come with the product', () => {
  expect(ids('en-US')).toEqual(['flite/slt', 'flite/rms', 'flite/awb'])
  expect(ids('en_GB')).toEqual(ids('en'))
})

it.runIf(espeak.isAvailable!())('other languages are made from their espeak-ng voice', () => {
  expect(ids('de-AT')).toEqual(['espeak-ng/de'])
  expect(ids('sv')).toEqual(['espeak-ng/sv'])
})

it('a language that nobody speaks has no base', () => {
  for (const locale of ['ja-JP', 'xx', '', '__proto__']) {
    expect(ids(locale)).toEqual([])
    expect(baseSentences(locale)).toEqual([])
  }
})

it('a base is found by its id, and nothing else is', () => {
  expect(findBaseVoice('flite/slt')).toMatchObject({ voice: 'slt', locale: 'en-US' })
  expect(findBaseVoice('espeak-ng/de')).toMatchObject({ voice: 'de', locale: 'de-DE' })
  for (const id of ['flite/kal', 'flite/', '', 'none/slt'])
    expect(findBaseVoice(id)).toBeUndefined()
})

it('every language of the catalogue has something for its base to say', () => {
  for (const { locale } of catalogueVoices) {
    const sentences = baseSentences(locale)
    expect(sentences.length, locale).toBeGreaterThanOrEqual(3)
    expect(sentences.join(' ').length, locale).toBeGreaterThan(150)
  }
})
