import type { LanguageRules } from './language.ts'

/** Letters whose Unicode decomposition does not lead to a base letter, and signs with an ASCII look-alike. */
const FOLDED: Readonly<Record<string, string>> = {
  ...{
    ß: 'ss',
    æ: 'ae',
    Æ: 'AE',
    œ: 'oe',
    Œ: 'OE',
    ø: 'o',
    Ø: 'O',
    ł: 'l',
    Ł: 'L',
    đ: 'd',
    Đ: 'D',
  },
  ...{ ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i', ħ: 'h', Ħ: 'H', '\u2018': "'", '\u2019': "'" },
  ...{ '\u201a': "'", '\u201b': "'", '\u02bc': "'", '\u2032': "'", '\u2010': '-', '\u2011': '-' },
  ...{ '\u2012': '-', '\u2212': '-', '\u2044': '/', '\u2026': '...' },
}
/** Zero-width and direction marks, and trade signs, which NFKC would turn into letters. */
const SILENT = /[™©®℠]|\p{Default_Ignorable_Code_Point}/gu

/** "=====", "%%%%": a line or an ornament, which would be long to say. */
const DRAWN_LINE = /([^\p{L}\p{N}\s.,;:!?'"()-])\1{2,}/gu

/** Longest run of letters or digits given to flite at once; words of any language are far shorter. */
const MAX_WORD_LENGTH = 60

/**
 * Rewrites one sentence into ASCII words and punctuation that flite reads as a person would, by the rules
 * of a language. Never fails; gives an empty string when nothing is left. Runs of punctuation are cut to
 * one mark: flite 2.3 overruns its memory at a few hundred.
 */
export function normalise(sentence: string, rules: LanguageRules): string {
  const folded = foldTypography(sentence)
  const steps = [spellAddresses, spellAmounts, spellDates, expandAbbreviations, spellAcronyms]
  const spelt = steps.reduce((text, step) => step(text, rules), folded)
  return tidy(foldToAscii(spellSymbols(spelt, rules)))
}

/** Quotes, dashes and compatibility forms; currency and degree signs stay for the rules to read. */
function foldTypography(text: string): string {
  return text
    .toWellFormed()
    .replace(SILENT, '')
    .replace(DRAWN_LINE, ' ')
    .replace(/(?<=\d)\u2013(?=\d)/gu, '-')
    .replace(/\s?[\u2013\u2014\u2015]\s?/gu, ', ')
    .replace(/[\u201c-\u201f\u00ab\u00bb\u2033]/gu, '"')
    .replace(/(?<=\d)(?=[½⅓⅔¼¾⅛])/gu, ' and ')
    .normalize('NFKC')
    .replace(/./gsu, (character) => FOLDED[character] ?? character)
}

/** https://www.example.com/a and name@example.com, sign by sign; ends before a closing full stop. */
function spellAddresses(text: string, { address }: LanguageRules): string {
  return text
    .split(/(\s+)/)
    .map((word) => {
      if (!/^\W*(https?:\/\/|www\.)|\w@\w+\.\w|\w\.(com|org|net|eu|io|dev|de|fr)\b/i.test(word))
        return word
      const end = word.replace(/[.,;:!?)"']+$/, '').length
      const spelt = word
        .slice(0, end)
        .replace(/https?:\/\//i, '')
        .replace(/www\./i, 'w w w dot ')
        .replace(/[./\-_:@?]/g, (sign) => ` ${address[sign]} `)
      return spelt + word.slice(end)
    })
    .join('')
}

const AMOUNT = String.raw`(\d(?:[\d,]{0,18}\d)?(?:\.\d{1,4})?)`

/** "€12.50" to "12 euros 50", "$5k" to "5 thousand dollars", "12,50 €" as its writer meant it. */
function spellAmounts(text: string, rules: LanguageRules): string {
  const names = Object.keys(rules.currencies).sort((a, b) => b.length - a.length)
  const sign = names.map((name) => name.replace('$', String.raw`\$`)).join('|')
  const suffix = Object.keys(rules.magnitudes).sort((a, b) => b.length - a.length)
  const magnitude = `(?:\\s?(${suffix.join('|')})(?![a-z]))?`
  const before = new RegExp(`(?<![A-Za-z$])(${sign})\\s?${AMOUNT}(?![\\d])${magnitude}`, 'gi')
  const after = new RegExp(`(?<![\\d.,])${AMOUNT}${magnitude}\\s?(${sign})(?![\\w])`, 'gi')
  return text
    .replace(before, (_, name, amount, size) => amountWords(rules, name, amount, size))
    .replace(after, (_, amount, size, name) => amountWords(rules, name, amount, size))
}

function amountWords(rules: LanguageRules, name: string, digits: string, size?: string): string {
  const { one, many, hundredths } = rules.currencies[name.toUpperCase()]!
  const number = digits.replace(/^(\d+),(\d\d)$/, '$1.$2')
  if (size) return `${number} ${rules.magnitudes[size.toLowerCase()]} ${many}`
  const [whole, part = ''] = number.split('.')
  if (part.length > 2) return `${number} ${many}`
  const cents = Number(part.padEnd(2, '0'))
  if (Number(whole) === 0 && cents > 0) return `${cents} ${hundredths}`
  return `${whole} ${Number(whole) === 1 ? one : many}${cents > 0 ? ` ${cents}` : ''}`
}

/** "in 1984", "from 1914 to 1918", "in 1984 and 1985"; a bare 1984 flite reads as a year by itself. */
const YEARS =
  /\b((?:in|since|until|till|before|after|between|from) )(1[1-9])(\d\d)(?:((?: and| to| or| until) )(1[1-9])(\d\d))?(?![\d%]|[,.:]\d)/gi

/** ISO dates, years after a preposition, seconds, and dotted numbers, which flite spells digit by digit. */
function spellDates(text: string, { months, centuries }: LanguageRules): string {
  return text
    .replace(/\b(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\b/g, (_, year, month, day) => {
      return `${months[Number(month) - 1]} ${Number(day)}, ${year}`
    })
    .replace(YEARS, (_, before, century, rest, link = '', century2, rest2) => {
      const second = link && `${link}${centuries[century2]} ${yearRest(rest2)}`
      return `${before}${centuries[century]} ${yearRest(rest)}${second}`
    })
    .replace(
      /\b(\d\d?:\d\d):(\d\d)\b/g,
      (_, time, seconds) => `${time} and ${Number(seconds)} seconds`,
    )
    .replace(/(?<![\d.])\d+(?:\.\d+){2,}(?![\d.]*\d)/g, (number) =>
      number.replaceAll('.', ' point '),
    )
}

function yearRest(digits: string): string {
  if (digits === '00') return 'hundred'
  return digits.startsWith('0') ? `oh ${digits[1]}` : digits
}

function expandAbbreviations(text: string, { expansions }: LanguageRules): string {
  return expansions.reduce((current, [pattern, full]) => current.replace(pattern, full), text)
}

/** Letter by letter: known ones ("API"), and names like "AT&T". A text all in capitals is left alone. */
function spellAcronyms(text: string, { spelled }: LanguageRules): string {
  const spaced = (letters: string) => letters.split('').join(' ')
  const joined = text.replace(/\b([A-Z]{1,3})&([A-Z]{1,3})\b/g, (_, left, right) => {
    return `${spaced(left)} and ${spaced(right)}`
  })
  if (!/[a-z]/.test(joined) && joined.includes(' ')) return joined
  return joined.replace(/\b[A-Z]{2,4}s?\b/g, (word) => {
    if (!spelled.has(word)) return word
    return word.endsWith('s') ? `${spaced(word.slice(0, -1))}'s` : spaced(word)
  })
}

function spellSymbols(text: string, { symbols }: LanguageRules): string {
  return text.replace(/[^\w\s.,;:!?'"()-]/gu, (sign) => {
    return Object.hasOwn(symbols, sign) ? ` ${symbols[sign]} ` : sign
  })
}

/** Accents go, letters stay; anything still not ASCII (emoji, other scripts, controls) becomes a space. */
function foldToAscii(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, ' ')
}

/** What is left without a sound (`*`, `_`, brackets…) goes; marks stand alone; words stay bounded. */
function tidy(text: string): string {
  return text
    .replace(/[*_~^|\\`{}[\]<>#]/g, ' ')
    .replace(/\/(?!\w)|(?<!\w)\//g, ' ')
    .replace(/[.,;:!?](?:\s*[.,;:!?-])+(?=\W|$)/g, strongestMark)
    .replace(/[^\w\s]{6,}/g, strongestMark)
    .replace(/([.,;:!?'"()/-])\1+/g, '$1')
    .replace(new RegExp(`([A-Za-z0-9]{${MAX_WORD_LENGTH}})(?=[A-Za-z0-9])`, 'g'), '$1 ')
    .replace(/\s+/g, ' ')
    .trim()
}

function strongestMark(run: string): string {
  return ['?', '!', '.', ';', ':', ','].find((mark) => run.includes(mark)) ?? ' '
}
