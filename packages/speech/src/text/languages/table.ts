import type { SentenceRules } from '../language.ts'
import type { Gender } from '../numbers/number-words.ts'

/** A noun that is counted, with the forms its language needs (`numbers.form` picks one). */
export interface Noun {
  gender: Gender
  forms: readonly string[]
}

/** A currency: its unit, and its hundredth where people name it. */
export interface Money {
  whole: Noun
  part?: Noun
}

/** A pattern (global, Unicode) and what to say for it. */
export type Rewrite = readonly [pattern: RegExp, said: string | ((...groups: string[]) => string)]

/**
 * How a language's signs and figures are said in full, for an engine that reads its plain words (and bare
 * numbers) well. One file per language, made to be corrected by a native speaker.
 */
export interface LanguageTable {
  sentences: SentenceRules
  numbers: {
    /** Signs that may stand between thousands. */
    groups: string
    decimal: '.' | ','
    cardinal(n: number, gender?: Gender): string
    /** Masculine or without an ending, for `say-as`. */
    ordinal(n: number): string
    /** Which of a noun's forms this count takes. */
    form(n: number, hasFraction: boolean): number
  }
  /** By ISO 4217 code. */
  money: Readonly<Record<string, Money>>
  /** Between unit and hundredths: "12 euros 50", "12 euro e 50". */
  moneyLink: string
  /** Whether the hundredths are named: "dwanaście złotych pięćdziesiąt groszy". */
  namesHundredths: boolean
  /** A round number's name with the currency that follows: "millions d’" + "euros". */
  ofMoney(currency: string): string
  /** Large numbers as they are abbreviated in amounts ("Mio.", "bn"). */
  magnitudes: Readonly<Record<string, Noun>>
  /** By their symbol. */
  units: Readonly<Record<string, Noun>>
  dates: {
    /** Which number comes first in 05/06/2024. */
    order: 'dmy' | 'mdy'
    months: readonly string[]
    /** Other ways to write a month, lower case, to its number. */
    monthsShort: Readonly<Record<string, number>>
    /** `before` is the word before the date, lower case, which decides on endings in some languages. */
    say(date: { day: number; month: number; year?: number; before: string }): string
  }
  /** The time of day, 24 hours; `before` as for dates. */
  time(hour: number, minute: number, before: string): string
  /** What is said for `o'clock` in figures and is part of `time` already ("Uhr", "h"). */
  clockWord: string
  fractions: Readonly<Record<'1/2' | '1/3' | '2/3' | '1/4' | '3/4', string>>
  and: string
  /** Between two numbers with an en dash. */
  to: string
  /** Before amounts: figures with a sign that would be taken for a unit. */
  earlyRewrites?: readonly Rewrite[]
  /** Years, ordinals, roman numerals: what needs more than a table. */
  rewrites: readonly Rewrite[]
  /**
   * Abbreviations with their dots; spaces inside are optional. A `#` at the end: only before a number; a
   * `^`: only before a capital.
   */
  abbreviations: Readonly<Record<string, string>>
  /** The names of the 26 letters. */
  letters: readonly string[]
  /** Acronyms that are spelled though they could be read as a word. */
  spelled: ReadonlySet<string>
  /** Single signs to words. */
  symbols: Readonly<Record<string, string>>
  /** Signs inside a URL or e-mail address to words. */
  address: Readonly<Record<string, string>>
}

/** Signs of currencies to their ISO 4217 codes. */
export const CURRENCY_SIGNS: Readonly<Record<string, string>> = {
  ...{
    '€': 'EUR',
    $: 'USD',
    US$: 'USD',
    '£': 'GBP',
    '¥': 'JPY',
    zł: 'PLN',
    Kč: 'CZK',
    'Fr.': 'CHF',
  },
}

export const noun = (gender: Gender, ...forms: string[]): Noun => ({ gender, forms })
export const set = (list: string): ReadonlySet<string> => new Set(list.split(' '))
export const list = (text: string): readonly string[] => text.split(' ')

/** Month abbreviations from a list in the year's order: "jan feb …". */
export function shortMonths(text: string): Readonly<Record<string, number>> {
  return Object.fromEntries(text.split(' ').map((name, i) => [name, i + 1]))
}
