import { changeLastWord, type Gender, thousands, words } from './number-words.ts'

const ONES = words(
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize ' +
    'dix-sept dix-huit dix-neuf',
)
const TENS = words(
  '- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt',
)

/** "deux cent vingt et un"; "une" at the end for what is feminine. */
export function cardinal(n: number, gender?: Gender): string {
  if (n === 0) return ONES[0]!
  const parts = thousands(n)
  const text = parts.map(({ value, power }) => group(value, power)).join(' ')
  return gender === 'f' ? changeLastWord(text, (word) => (word === 'un' ? 'une' : word)) : text
}

/** cent and quatre-vingt take their s only where nothing follows, mille being a number too. */
function group(value: number, power: number): string {
  if (power === 1)
    return value === 1 ? 'mille' : `${hundreds(value).replace(/(cent|vingt)s$/, '$1')} mille`
  const scale = ['', '', 'million', 'milliard'][power]!
  return scale ? `${hundreds(value)} ${scale}${value > 1 ? 's' : ''}` : hundreds(value)
}

function hundreds(n: number): string {
  if (n < 100) return tens(n)
  const count = Math.floor(n / 100)
  const head = count === 1 ? 'cent' : `${ONES[count]} cent`
  if (n % 100) return `${head} ${tens(n % 100)}`
  return count > 1 ? `${head}s` : head
}

function tens(n: number): string {
  if (n < 20) return ONES[n]!
  if (n === 80) return 'quatre-vingts'
  const ten = Math.floor(n / 10)
  const rest = ten === 7 || ten === 9 ? 10 + (n % 10) : n % 10
  if (rest === 0) return TENS[ten]!
  const and = (rest === 1 || rest === 11) && ten < 8
  return and ? `${TENS[ten]} et ${ONES[rest]}` : `${TENS[ten]}-${ONES[rest]}`
}

/** "premier", "première", "vingt et unième". */
export function ordinal(n: number, gender: Gender): string {
  if (n === 1) return gender === 'f' ? 'première' : 'premier'
  return changeLastWord(cardinal(n), (word) => {
    const stem =
      { cinq: 'cinqu', neuf: 'neuv' }[word] ?? word.replace(/(?:e|(?<=vingt|cent)s)$/, '')
    return `${stem}ième`
  })
}
