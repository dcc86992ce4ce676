import { type Gender, thousands, words } from './number-words.ts'

const ONES = words(
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn ' +
    'sechzehn siebzehn achtzehn neunzehn',
)
const TENS = words('- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig')
const SCALES = ['', '', 'Million', 'Milliarde']
const ORDINAL_STEMS: Readonly<Record<number, string>> = {
  1: 'erst',
  3: 'dritt',
  7: 'siebt',
  8: 'acht',
}

/** "eintausendzweihundertfünf"; with a gender as before a noun: "ein", "eine"; without, counting: "eins". */
export function cardinal(n: number, gender?: Gender): string {
  if (n === 0) return 'null'
  const spoken = thousands(n).map(({ value, power }) => group(value, power))
  const text = spoken.reduce((all, part) => {
    return all.endsWith('tausend') && !/^[A-Z]/.test(part) ? all + part : `${all} ${part}`
  })
  if (!text.endsWith('ein')) return text
  return text + (gender ? (gender === 'f' && n === 1 ? 'e' : '') : 's')
}

function group(value: number, power: number): string {
  if (power === 0) return hundreds(value)
  if (power === 1) return `${hundreds(value)}tausend`
  const scale = SCALES[power]!
  return value === 1
    ? `eine ${scale}`
    : `${hundreds(value)} ${scale}${scale.endsWith('e') ? 'n' : 'en'}`
}

function hundreds(n: number): string {
  if (n < 20) return ONES[n]!
  if (n < 100) {
    const ones = n % 10 ? `${ONES[n % 10]}und` : ''
    return ones + TENS[Math.floor(n / 10)]
  }
  return `${ONES[Math.floor(n / 100)]}hundert${n % 100 ? hundreds(n % 100) : ''}`
}

/** "dritter", "einundzwanzigsten": the stem with the ending that its place in the sentence asks for. */
export function ordinal(n: number, ending: string): string {
  const rest = n % 100
  const whole = cardinal(n - rest)
  const head = n > rest ? whole : ''
  if (rest >= 1 && rest < 20) return head + (ORDINAL_STEMS[rest] ?? `${ONES[rest]}t`) + ending
  return `${cardinal(n)}st${ending}`
}

/** "neunzehnhundertvierundachtzig", "zweitausendvierundzwanzig". */
export function year(n: number): string {
  if (n < 1100 || n > 1999) return cardinal(n)
  const rest = n % 100
  return `${ONES[Math.floor(n / 100)]}hundert${rest ? cardinal(rest) : ''}`
}
