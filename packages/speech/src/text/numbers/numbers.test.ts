import { describe, expect, it } from 'vitest'
import * as de from './de.ts'
import * as en from './en.ts'
import * as es from './es.ts'
import * as fr from './fr.ts'
import * as it_ from './it.ts'
import { MAX_IN_WORDS } from './number-words.ts'
import * as pl from './pl.ts'
import { roman } from './roman.ts'

const NUMBERS = [0, 1, 21, 80, 101, 1_000, 1_234, 2_000_000]
const CARDINALS = {
  en: [
    'zero',
    'one',
    'twenty-one',
    'eighty',
    'one hundred and one',
    'one thousand',
    'one thousand two hundred and thirty-four',
    'two million',
  ],
  de: [
    'null',
    'eins',
    'einundzwanzig',
    'achtzig',
    'einhunderteins',
    'eintausend',
    'eintausendzweihundertvierunddreißig',
    'zwei Millionen',
  ],
  fr: [
    'zéro',
    'un',
    'vingt et un',
    'quatre-vingts',
    'cent un',
    'mille',
    'mille deux cent trente-quatre',
    'deux millions',
  ],
  it: [
    'zero',
    'uno',
    'ventuno',
    'ottanta',
    'centouno',
    'mille',
    'milleduecentotrentaquattro',
    'due milioni',
  ],
  es: [
    'cero',
    'uno',
    'veintiuno',
    'ochenta',
    'ciento uno',
    'mil',
    'mil doscientos treinta y cuatro',
    'dos millones',
  ],
  pl: [
    'zero',
    'jeden',
    'dwadzieścia jeden',
    'osiemdziesiąt',
    'sto jeden',
    'tysiąc',
    'tysiąc dwieście trzydzieści cztery',
    'dwa miliony',
  ],
}
const LANGUAGES = { en, de, fr, it: it_, es, pl }

describe.each(Object.entries(LANGUAGES))('%s', (language, { cardinal }) => {
  it('counts', () => {
    const said = NUMBERS.map((n) => cardinal(n))
    expect(said).toEqual(CARDINALS[language as keyof typeof CARDINALS])
  })

  it('has one name for each number, and a name for the largest', () => {
    const names = Array.from({ length: 3_000 }, (_, n) => cardinal(n))
    expect(new Set(names).size).toBe(names.length)
    expect(names.join() + cardinal(MAX_IN_WORDS)).not.toMatch(/undefined|NaN|\d|-(?:,|$)| {2}/)
  })
})

it('agrees with what is counted', () => {
  expect([de.cardinal(1, 'm'), de.cardinal(1, 'f'), de.cardinal(101, 'n')]).toEqual([
    'ein',
    'eine',
    'einhundertein',
  ])
  expect([fr.cardinal(21, 'f'), fr.cardinal(71), fr.cardinal(81)]).toEqual([
    'vingt et une',
    'soixante et onze',
    'quatre-vingt-un',
  ])
  expect([it_.cardinal(1, 'm'), it_.cardinal(1, 'f'), it_.cardinal(28)]).toEqual([
    'un',
    'una',
    'ventotto',
  ])
  expect([es.cardinal(31, 'm'), es.cardinal(500, 'f'), es.cardinal(21_000)]).toEqual([
    'treinta y un',
    'quinientas',
    'veintiún mil',
  ])
  expect([pl.cardinal(2, 'f'), pl.cardinal(22, 'f'), pl.cardinal(1, 'n')]).toEqual([
    'dwie',
    'dwadzieścia dwie',
    'jedno',
  ])
})

it('ranks', () => {
  expect([1, 2, 12, 20, 33, 100].map((n) => en.ordinal(n))).toEqual([
    'first',
    'second',
    'twelfth',
    'twentieth',
    'thirty-third',
    'one hundredth',
  ])
  expect([1, 3, 7, 19, 20, 101].map((n) => de.ordinal(n, 'e'))).toEqual([
    'erste',
    'dritte',
    'siebte',
    'neunzehnte',
    'zwanzigste',
    'einhunderterste',
  ])
  expect([1, 5, 9, 21, 80].map((n) => fr.ordinal(n, 'm'))).toEqual([
    'premier',
    'cinquième',
    'neuvième',
    'vingt et unième',
    'quatre-vingtième',
  ])
  expect([1, 11, 23, 26, 100].map((n) => it_.ordinal(n, 'm'))).toEqual([
    'primo',
    'undicesimo',
    'ventitreesimo',
    'ventiseiesimo',
    'centesimo',
  ])
  expect([1, 14, 22, 30].map((n) => es.ordinal(n, 'f'))).toEqual([
    'primera',
    'decimocuarta',
    'vigésima segunda',
    'trigésima',
  ])
  expect([1, 2, 3, 24].map((n) => pl.ordinal(n, 'ego'))).toEqual([
    'pierwszego',
    'drugiego',
    'trzeciego',
    'dwudziestego czwartego',
  ])
  expect([2000, 1900, 2011].map((n) => pl.ordinal(n, 'ym'))).toEqual([
    'dwutysięcznym',
    'tysiąc dziewięćsetnym',
    'dwa tysiące jedenastym',
  ])
})

it('reads years and roman numerals', () => {
  expect([1066, 1905, 1900, 2005, 2024].map(en.year)).toEqual([
    'one thousand and sixty-six',
    'nineteen oh five',
    'nineteen hundred',
    'two thousand and five',
    'twenty twenty-four',
  ])
  expect([1789, 1900, 2024].map(de.year)).toEqual([
    'siebzehnhundertneunundachtzig',
    'neunzehnhundert',
    'zweitausendvierundzwanzig',
  ])
  expect(['IV', 'XIX', 'MCMLXXXIV', ''].map(roman)).toEqual([4, 19, 1984, 0])
})
