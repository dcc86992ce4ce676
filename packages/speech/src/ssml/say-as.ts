import { amountSpeller } from '../text/amounts.ts'
import { dateWords, timeWords } from '../text/dates.ts'
import { tableFor } from '../text/languages/find.ts'
import type { LanguageTable } from '../text/languages/table.ts'
import { MAX_IN_WORDS } from '../text/numbers/number-words.ts'
import { readNumber } from '../text/written-number.ts'

/** How `say-as` may be told to read its text. */
export const INTERPRETATIONS = [
  ...(['cardinal', 'ordinal', 'characters', 'date'] as const),
  ...(['time', 'telephone', 'currency', 'unit'] as const),
] as const
export type Interpretation = (typeof INTERPRETATIONS)[number]

/** The orders of a date's figures that `format` may give. */
export const DATE_FORMATS = ['dmy', 'mdy', 'ymd', 'dm', 'md'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

type Reader = (text: string, table: LanguageTable, format?: DateFormat) => string | undefined

const READERS: Readonly<Record<Interpretation, Reader>> = {
  cardinal: (text, table) => numberWords(text, table, (n) => table.numbers.cardinal(n)),
  ordinal: (text, table) => numberWords(text.replace(/\D+$/, ''), table, table.numbers.ordinal),
  characters: (text, table) => characters(text, table),
  date: readDate,
  time: readTime,
  telephone: readTelephone,
  currency: (text, table) => amountSpeller(table)(text),
  unit: (text, table) => amountSpeller(table)(text),
}

/**
 * A text in the words that its interpretation asks for, in a language (BCP-47). What does not read that way
 * stays as it is, as SSML wants it; so does everything in a language without a table, but for characters
 * and telephone numbers, which are then set apart.
 */
export function sayAs(
  text: string,
  as: Interpretation,
  language: string,
  format?: DateFormat,
): string {
  const trimmed = text.trim()
  const table = tableFor(language)
  if (table) return READERS[as](trimmed, table, format) ?? text
  return as === 'characters' || as === 'telephone' ? [...trimmed].join(' ') : text
}

function numberWords(text: string, table: LanguageTable, say: (n: number) => string) {
  const found = text.match(/^(-?)(\d[\d.,' ]*)$/)
  if (!found) return undefined
  const { whole, fraction } = readNumber(found[2]!, table)
  if (fraction || whole > MAX_IN_WORDS) return undefined
  return `${found[1] ? 'minus ' : ''}${say(whole)}`
}

function characters(text: string, { letters, numbers, symbols, address }: LanguageTable): string {
  const name = (character: string) => {
    const plain = character.toUpperCase()
    if (/^[A-Z]$/.test(plain)) return letters[plain.charCodeAt(0) - 65]
    if (/^\d$/.test(character)) return numbers.cardinal(Number(character))
    return symbols[character] ?? address[character] ?? character
  }
  return Array.from(text, name).join(' ')
}

function readDate(text: string, table: LanguageTable, format?: DateFormat): string | undefined {
  const figures = text.match(/\d+/g) ?? []
  const iso = /^\d{4}\D/.test(text)
  const order = format ?? (iso ? 'ymd' : table.dates.order)
  const [a, b, c] = figures
  if (a === undefined || b === undefined || figures.length > 3) return undefined
  if (order === 'ymd') return c === undefined ? undefined : dateWords([c, b, a], table, '', 'dmy')
  return dateWords([a, b, c], table, '', order.startsWith('d') ? 'dmy' : 'mdy')
}

function readTime(text: string, table: LanguageTable): string | undefined {
  const found = text.match(/^(\d{1,2})(?:[:.h](\d{2}))?(?: ?([ap])\.?m\.?)?$/i)
  if (!found) return undefined
  const [, hour, minute, half] = found
  const said = timeWords(Number(hour), Number(minute ?? 0), table)
  const { letters } = table
  return said && half
    ? `${said} ${letters[half.toLowerCase() === 'a' ? 0 : 15]} ${letters[12]}`
    : said
}

/** Digit by digit, with a comma where the writer left a gap. */
function readTelephone(text: string, { numbers, symbols }: LanguageTable): string | undefined {
  if (!/^\+?[\d\s()./-]+$/.test(text)) return undefined
  const groups = text.match(/\+|\d+/g) ?? []
  return groups
    .map((group) => {
      if (group === '+') return symbols['+']
      return Array.from(group, (digit) => numbers.cardinal(Number(digit))).join(' ')
    })
    .join(', ')
    .replace(/^([^,]*), /, (start, first) => (first === symbols['+'] ? `${first} ` : start))
}
