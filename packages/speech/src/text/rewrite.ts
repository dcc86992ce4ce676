import { abbreviationSpeller } from './abbreviations.ts'
import { amountSpeller } from './amounts.ts'
import { dateSpeller } from './dates.ts'
import { foldUnicode } from './fold.ts'
import type { LanguageTable, Rewrite } from './languages/table.ts'

type Speller = (text: string) => string

const spellers = new Map<LanguageTable, readonly Speller[]>()

/** A language's steps in their order: what holds dots and slashes goes before what they would be taken for. */
function spellersOf(table: LanguageTable): readonly Speller[] {
  const known = spellers.get(table)
  if (known) return known
  const made: readonly Speller[] = [
    (text) => spellAddresses(text, table),
    dateSpeller(table),
    (text) => spellFractions(text, table),
    (text) => spellRanges(text, table),
    (text) => applyRewrites(text, table.earlyRewrites ?? []),
    amountSpeller(table),
    abbreviationSpeller(table),
    (text) => applyRewrites(text, table.rewrites),
    (text) => spellAcronyms(text, table),
    (text) => spellSymbols(text, table),
  ]
  spellers.set(table, made)
  return made
}

function applyRewrites(text: string, rewrites: readonly Rewrite[]): string {
  return rewrites.reduce((all, [pattern, said]) => all.replace(pattern, said as string), text)
}

/**
 * One sentence with its figures and signs in words as a language says them. Bare cardinals, decimals and
 * percentages stay in figures, which the engine reads well. Takes any string; linear in its length.
 */
export function rewrite(sentence: string, table: LanguageTable): string {
  return spellersOf(table).reduce((text, step) => step(text), foldUnicode(sentence))
}

const ADDRESS =
  /^["'(]*(?:https?:\/\/|www\.)|[\p{L}\d]@[\p{L}\d]+\.\p{L}|^[\p{L}\d-]+\.(?:com|org|net|eu|io|dev|de|fr|it|es|pl|uk)\b/iu

/** https://www.example.com/a and name@example.com, sign by sign; ends before a closing full stop. */
function spellAddresses(text: string, { address, letters }: LanguageTable): string {
  return text
    .split(/( +)/)
    .map((word) => {
      if (word.length > 200 || !ADDRESS.test(word)) return word
      const end = word.search(/[.,;:!?)"']*$/)
      const w = letters[22]
      const spelt = word
        .slice(0, end)
        .replace(/https?:\/\//i, '')
        .replace(/www\./i, `${w} ${w} ${w} ${address['.']} `)
        .replace(/[./\-_:@]/g, (sign) => ` ${address[sign]} `)
        .replace(/[?&=#%+~]/g, ' ')
      return spelt + word.slice(end)
    })
    .join('')
}

const VULGAR: Readonly<Record<string, string>> = {
  ...{ '½': '1/2', '⅓': '1/3', '⅔': '2/3', '¼': '1/4', '¾': '3/4' },
}

function spellFractions(text: string, { fractions, and }: LanguageTable): string {
  const said = (figure: string) => fractions[figure as keyof typeof fractions]
  return text
    .replace(/(\d ?)?([½⅓⅔¼¾])(?!\p{N})/gu, (_, whole: string | undefined, sign: string) => {
      return `${whole ? `${whole.trim()} ${and} ` : ' '}${said(VULGAR[sign]!)} `
    })
    .replace(
      /(?<![\p{L}\d/.,])([123]\/[234])(?![\d/]|[.,]\d|\p{L})/gu,
      (found) => said(found) ?? found,
    )
}

/** "5–10" and "1914–1918": an en dash between numbers; a hyphen may be a part number's. */
function spellRanges(text: string, { to }: LanguageTable): string {
  return text.replace(/(?<=\d) ?–(?= ?\d)/gu, ` ${to} `)
}

/** Letter by letter, by the letters' names: known ones ("EU") and names like "A&B". */
function spellAcronyms(text: string, { spelled, letters, and }: LanguageTable): string {
  const spell = (word: string) =>
    [...word].map((letter) => letters[letter.charCodeAt(0) - 65]).join(' ')
  const joined = text.replace(
    /(?<![\p{L}\d])([A-Z]{1,3})&([A-Z]{1,3})(?![\p{L}\d])/gu,
    (_, left, right) => {
      return `${spell(left)} ${and} ${spell(right)}`
    },
  )
  if (!/\p{Ll}/u.test(joined) && joined.includes(' ')) return joined
  return joined.replace(/(?<![\p{L}\d])([A-Z]{2,5})(s?)(?![\p{L}\d])/gu, (word, name, plural) => {
    return spelled.has(name) ? spell(name) + (plural && "'s") : word
  })
}

function spellSymbols(text: string, { symbols }: LanguageTable): string {
  return text
    .replace(/(?<=\p{L})\/(?=\p{L})|(?<![\d ])[<>]|[<>](?![\d ])/gu, ' ')
    .replace(/[^\p{L}\p{N}\s.,;:!?'"()-]/gu, (sign) => {
      return Object.hasOwn(symbols, sign) ? ` ${symbols[sign]} ` : sign
    })
}
