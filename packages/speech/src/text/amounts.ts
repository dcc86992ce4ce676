import { CURRENCY_SIGNS, type LanguageTable, type Money, type Noun } from './languages/table.ts'
import {
  alternatives,
  counted,
  numberPattern,
  readNumber,
  type WrittenNumber,
} from './written-number.ts'

/** A language's amounts and measures as one function, its patterns made once. */
export function amountSpeller(table: LanguageTable): (text: string) => string {
  const number = numberPattern(table)
  const names = [...Object.keys(CURRENCY_SIGNS), ...Object.keys(table.money)]
  const sign = `(${alternatives(names)})`
  const size = `(?: ?(${alternatives(Object.keys(table.magnitudes))})(?![\\p{L}²³/]))?`
  const unit = `(${alternatives(Object.keys(table.units))})`
  const minus = '((?<![\\p{L}\\d])[-−])?'
  const before = new RegExp(`${minus}(?<![\\p{L}\\p{N}$])${sign} ?${number}${size}`, 'gu')
  const after = new RegExp(`${minus}${number}${size} ?${sign}(?![\\p{L}\\p{N}])`, 'gu')
  const measure = new RegExp(`${minus}${number} ?${unit}(?![\\p{L}\\p{N}²³/])`, 'gu')
  const negative = (mark: string | undefined) => (mark ? 'minus ' : '')
  return (text) =>
    text
      .replace(before, (_, mark, name, digits, magnitude) => {
        return negative(mark) + money(readNumber(digits, table), name, magnitude, table)
      })
      .replace(after, (_, mark, digits, magnitude, name) => {
        return negative(mark) + money(readNumber(digits, table), name, magnitude, table)
      })
      .replace(measure, (_, mark, digits, name) => {
        return negative(mark) + counted(readNumber(digits, table), table.units[name]!, table)
      })
}

function money(
  number: WrittenNumber,
  name: string,
  magnitude: string | undefined,
  table: LanguageTable,
): string {
  const currency = table.money[CURRENCY_SIGNS[name] ?? name]!
  if (magnitude) {
    const many = currency.whole.forms[2] ?? currency.whole.forms[1]!
    return `${counted(number, table.magnitudes[magnitude]!, table)} ${table.ofMoney(many)}`
  }
  return plainMoney(number, currency, table)
}

/** "12 Euro 50", "fifty cents"; more than two decimals, as for an exchange rate, stay a decimal number. */
function plainMoney(number: WrittenNumber, { whole, part }: Money, table: LanguageTable): string {
  if (number.fraction.length > 2 || (number.fraction && !part)) return counted(number, whole, table)
  const hundredths = Number(number.fraction.padEnd(2, '0'))
  const integer = { whole: number.whole, fraction: '' }
  if (hundredths === 0) return counted(integer, whole, table)
  const cents = { whole: hundredths, fraction: '' }
  if (number.whole === 0) return counted(cents, part!, table)
  return `${counted(integer, whole, table)}${table.moneyLink}${centWords(cents, part!, table)}`
}

function centWords(cents: WrittenNumber, part: Noun, table: LanguageTable): string {
  return table.namesHundredths ? counted(cents, part, table) : table.numbers.cardinal(cents.whole)
}
