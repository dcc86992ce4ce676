import type { LanguageTable, Noun } from './languages/table.ts'
import { MAX_IN_WORDS } from './numbers/number-words.ts'

/** A number as it stood in a text. */
export interface WrittenNumber {
  whole: number
  /** The digits after the decimal sign, or ''. */
  fraction: string
}

/**
 * A pattern, as source, for a number of a language with or without thousands' signs and decimals, in one
 * group. Both decimal signs are taken: "€12.50" stands in German texts too.
 */
export function numberPattern({ numbers }: LanguageTable): string {
  const group = `[${numbers.groups.replaceAll('.', '\\.')}]`
  return `(?<![\\d.,])((?:\\d{1,3}(?:${group}\\d{3}){1,4}(?!\\d)|\\d{1,15})(?:[.,]\\d{1,6})?)(?![\\d]|[.,]\\d)`
}

/** Reads what `numberPattern` found. */
export function readNumber(written: string, { numbers }: LanguageTable): WrittenNumber {
  const plain = written.replace(/[ ']/g, '')
  const signs = plain.match(/[.,]/g) ?? []
  const last = signs.at(-1)
  const fraction = last ? plain.slice(plain.lastIndexOf(last) + 1) : ''
  const thousands = last && numbers.groups.includes(last) && fraction.length === 3
  const isDecimal = last && !thousands && signs.filter((sign) => sign === last).length === 1
  const whole = isDecimal ? plain.slice(0, plain.lastIndexOf(last)) : plain
  return { whole: Number(whole.replace(/[.,]/g, '')), fraction: isDecimal ? fraction : '' }
}

/** "zwölf Kilometer", "ein Kilometer"; a fraction stays in figures, which engines read well: "2,5 Kilometer". */
export function counted(number: WrittenNumber, noun: Noun, { numbers }: LanguageTable): string {
  const { whole, fraction } = number
  const form = noun.forms[numbers.form(whole, fraction !== '')]!
  if (fraction) return `${whole}${numbers.decimal}${fraction} ${form}`
  const said = whole > MAX_IN_WORDS ? String(whole) : numbers.cardinal(whole, noun.gender)
  return `${said} ${form}`
}

/** Characters that mean something in a pattern, made plain. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Alternatives of a pattern, the longest first, so that "km/h" is found before "km". */
export function alternatives(names: readonly string[]): string {
  return [...names]
    .sort((a, b) => b.length - a.length)
    .map(escapePattern)
    .join('|')
}
