import type { LanguageTable } from './languages/table.ts'
import { alternatives } from './written-number.ts'

const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The word right before an index of a text, lower case, or ''. */
function wordBefore(text: string, index: number): string {
  return (
    text
      .slice(Math.max(0, index - 16), index)
      .match(/(\p{L}+) $/u)?.[1]
      ?.toLowerCase() ?? ''
  )
}

function isDate(day: number, month: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= DAYS_IN_MONTH[month - 1]!
}

/** A date of figures in words, or undefined when it is none; a year of two figures is of this century to 69. */
export function dateWords(
  [first, second, year]: readonly [string, string, string?],
  table: LanguageTable,
  before = '',
  order = table.dates.order,
): string | undefined {
  const [day, month] =
    order === 'dmy' ? [Number(first), Number(second)] : [Number(second), Number(first)]
  if (!isDate(day, month)) return undefined
  const short = year?.length === 2 ? (Number(year) < 70 ? 2000 : 1900) : 0
  const full = year === undefined ? undefined : Number(year) + short
  return table.dates.say({ day, month, year: full, before })
}

/** A time of day in words, or undefined when it is none. */
export function timeWords(hour: number, minute: number, table: LanguageTable, before = '') {
  return hour <= 24 && minute < 60 ? table.time(hour, minute, before) : undefined
}

/** A language's dates and times as one function, its patterns made once. */
export function dateSpeller(table: LanguageTable): (text: string) => string {
  const months = monthNumbers(table)
  const name = alternatives([...months.keys()])
  const ordinal = '(?:\\.?(?:er|º|°)|\\.|st|nd|rd|th)?'
  const of = '(?: of| de)?'
  const year = `(?:,?${of} (\\d{4})(?![\\d.,]\\d))?`
  const written = new RegExp(
    `(?<![\\p{L}\\d.,:/])(\\d{1,2})${ordinal}${of} (${name})\\.?(?!\\p{L})${year}`,
    'giu',
  )
  const american = new RegExp(
    `(?<!\\p{L})(${name})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?![\\d:%]|[.,]\\d)${year}`,
    'giu',
  )
  return (text) => {
    const iso = text.replace(ISO, (found, y, m, d, at) => {
      return dateWords([d, m, y], table, wordBefore(text, at), 'dmy') ?? found
    })
    const figures = iso.replace(FIGURES, (found, a, _sign, b, y, at) => {
      return dateWords([a, b, y], table, wordBefore(iso, at)) ?? found
    })
    const named = figures.replace(written, (found, day, month, y, at) => {
      return say(table, day, months.get(month.toLowerCase())!, y, wordBefore(figures, at)) ?? found
    })
    const all =
      table.sentences.language !== 'en'
        ? named
        : named.replace(american, (found, month, day, y) => {
            return say(table, day, months.get(month.toLowerCase())!, y, '') ?? found
          })
    return spellTimes(all, table)
  }
}

const ISO = /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/gu
/** The same sign twice, so that "1/2.5" is none. */
const FIGURES = /(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-]|[.,]\d)/gu

function monthNumbers({ dates }: LanguageTable): Map<string, number> {
  const full = dates.months.map((month, i) => [month.toLowerCase(), i + 1] as const)
  return new Map([...Object.entries(dates.monthsShort), ...full])
}

function say(
  table: LanguageTable,
  day: string,
  month: number,
  year: string | undefined,
  before: string,
) {
  if (!isDate(Number(day), month)) return undefined
  return table.dates.say({ day: Number(day), month, year: year ? Number(year) : undefined, before })
}

/** "14:30 Uhr", "14h30", "14 h", "10:30:15"; "14.30 Uhr" only with its word. */
function spellTimes(text: string, table: LanguageTable): string {
  const end = table.sentences.language === 'de' ? ' Uhr' : '(?: ?h| Uhr)'
  const dotted = new RegExp(`(?<![\\d.,:])(\\d{1,2})\\.(\\d{2})${end}(?![\\p{L}\\d])`, 'gu')
  return [COLON, HOURS, dotted].reduce((current, pattern) => {
    return current.replace(pattern, (found, hour, minute, ...rest) => {
      const at = rest.find((value): value is number => typeof value === 'number')!
      const said = timeWords(Number(hour), Number(minute ?? 0), table, wordBefore(current, at))
      return said ?? found
    })
  }, text)
}

const COLON = /(?<![\d:.,])(\d{1,2}):(\d{2})(?: ?Uhr| h)?(?![\p{L}\d]|:\d|[.,]\d)/gu
const HOURS = /(?<![\d:.,])(\d{1,2}) ?h(?: ?(\d{2}))?(?![\p{L}\d/])/gu
