import { changeLastWord, thousands, words } from './number-words.ts'

const ONES = words(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
    'sixteen seventeen eighteen nineteen',
)
const TENS = words('- - twenty thirty forty fifty sixty seventy eighty ninety')
const SCALES = ['', ' thousand', ' million', ' billion']
/** The others only take "th", after "y" became "ie". */
const ORDINALS: Readonly<Record<string, string>> = {
  ...{ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth' },
  ...{ nine: 'ninth', twelve: 'twelfth' },
}

/** "one thousand two hundred and five". */
export function cardinal(n: number): string {
  if (n === 0) return 'zero'
  const parts = thousands(n)
  return parts
    .map(({ value, power }, i) => {
      const and = power === 0 && i > 0 && value < 100 ? 'and ' : ''
      return `${and}${hundreds(value)}${SCALES[power]}`
    })
    .join(' ')
}

function hundreds(n: number): string {
  if (n < 20) return ONES[n]!
  if (n < 100) return `${TENS[Math.floor(n / 10)]}${n % 10 ? `-${ONES[n % 10]}` : ''}`
  return `${ONES[Math.floor(n / 100)]} hundred${n % 100 ? ` and ${hundreds(n % 100)}` : ''}`
}

/** "twenty-first". */
export function ordinal(n: number): string {
  return changeLastWord(cardinal(n), (word) => ORDINALS[word] ?? `${word.replace(/y$/, 'ie')}th`)
}

/** As years are read: "nineteen eighty-four", "nineteen oh five", "two thousand and five". */
export function year(n: number): string {
  const rest = n % 100
  if (n < 1100 || n > 2099 || (n >= 2000 && n < 2010)) return cardinal(n)
  const century = cardinal(Math.floor(n / 100))
  if (rest === 0) return `${century} hundred`
  return `${century} ${rest < 10 ? `oh ${ONES[rest]}` : cardinal(rest)}`
}
