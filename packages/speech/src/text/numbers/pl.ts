import { type Gender, thousands, words } from './number-words.ts'

const ONES = words(
  'zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście ' +
    'trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście',
)
const TENS = words(
  '- - dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt ' +
    'osiemdziesiąt dziewięćdziesiąt',
)
const HUNDREDS = words(
  '- sto dwieście trzysta czterysta pięćset sześćset siedemset osiemset dziewięćset',
)
const SCALES = [
  '',
  'tysiąc tysiące tysięcy',
  'milion miliony milionów',
  'miliard miliardy miliardów',
]
/** Ordinals without their ending; -i instead of -y after k and g ("drugi", "trzeci"). */
const ORDINAL_ONES = words(
  '- pierwsz drug trzec czwart piąt szóst siódm ósm dziewiąt dziesiąt jedenast dwunast trzynast ' +
    'czternast piętnast szesnast siedemnast osiemnast dziewiętnast',
)
const ORDINAL_TENS = words(
  '- - dwudziest trzydziest czterdziest pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt ' +
    'dziewięćdziesiąt',
)
const ORDINAL_HUNDREDS = words(
  '- setn dwusetn trzechsetn czterechsetn pięćsetn sześćsetn siedemsetn osiemsetn dziewięćsetn',
)

/** As in now-y: nominative m, genitive, locative; then f, f genitive or locative, n. */
export type OrdinalEnding = 'y' | 'ego' | 'ym' | 'a' | 'ej' | 'e'

/** Which of a noun's forms a count takes: 0 for one, 1 for two to four, 2 for five and more. */
export function pluralForm(n: number): number {
  if (n === 1) return 0
  const teens = n % 100 >= 12 && n % 100 <= 14
  return n % 10 >= 2 && n % 10 <= 4 && !teens ? 1 : 2
}

/** "dwieście dwadzieścia jeden"; one and two agree: "jedna", "jedno", "dwie". */
export function cardinal(n: number, gender: Gender = 'm'): string {
  if (n === 0) return 'zero'
  const text = thousands(n)
    .map(({ value, power }) => group(value, power))
    .join(' ')
  if (n === 1) return { m: 'jeden', f: 'jedna', n: 'jedno' }[gender]
  return gender === 'f' ? text.replace(/(?<![^ ])dwa$/, 'dwie') : text
}

function group(value: number, power: number): string {
  if (power === 0) return hundreds(value)
  const form = SCALES[power]!.split(' ')[pluralForm(value)]!
  return value === 1 ? form : `${hundreds(value)} ${form}`
}

function hundreds(n: number): string {
  const rest = n % 100
  const head = n >= 100 ? [HUNDREDS[Math.floor(n / 100)]!] : []
  if (rest === 0) return head.join(' ')
  if (rest < 20) return [...head, ONES[rest]].join(' ')
  return [...head, TENS[Math.floor(rest / 10)], ...(rest % 10 ? [ONES[rest % 10]] : [])].join(' ')
}

/** "trzeci", "dwudziestego czwartego": the ending is y, ego, ym, a, ej or e as for "nowy". */
export function ordinal(n: number, ending: OrdinalEnding): string {
  const rest = n % 100
  const head = (value: number) => (value > 0 ? `${cardinal(value)} ` : '')
  if (rest === 0) return roundOrdinal(n, ending)
  if (rest < 20) return head(n - rest) + inflect(ORDINAL_ONES[rest]!, ending)
  const tens = inflect(ORDINAL_TENS[Math.floor(rest / 10)]!, ending)
  return head(n - rest) + tens + (rest % 10 ? ` ${inflect(ORDINAL_ONES[rest % 10]!, ending)}` : '')
}

function roundOrdinal(n: number, ending: OrdinalEnding): string {
  const hundred = Math.floor((n % 1000) / 100)
  if (hundred > 0) {
    const head = n > 1000 ? `${cardinal(n - hundred * 100)} ` : ''
    return head + inflect(ORDINAL_HUNDREDS[hundred]!, ending)
  }
  const stem = { 1000: 'tysięczn', 2000: 'dwutysięczn', 3000: 'trzytysięczn' }[n]
  return stem ? inflect(stem, ending) : cardinal(n)
}

function inflect(stem: string, ending: OrdinalEnding): string {
  const soft = {
    y: 'i',
    ym: 'im',
    ego: 'iego',
    e: 'ie',
    ej: 'iej',
    a: stem === 'drug' ? 'a' : 'ia',
  }
  return stem === 'drug' || stem === 'trzec' ? stem + soft[ending] : stem + ending
}
