import { type Gender, thousands, words } from './number-words.ts'

const ONES = words(
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici ' +
    'quindici sedici diciassette diciotto diciannove',
)
const TENS = words('- - venti trenta quaranta cinquanta sessanta settanta ottanta novanta')
const ORDINALS = words('- prim second terz quart quint sest settim ottav non decim')

/** "duecentoventuno"; a lone one agrees: "un", "una". */
export function cardinal(n: number, gender?: Gender): string {
  if (n === 0) return 'zero'
  if (n === 1 && gender) return gender === 'f' ? 'una' : 'un'
  const parts = thousands(n).map(({ value, power }) => group(value, power))
  const joined = parts.reduce((all, part) =>
    /mille$|mila$/.test(all) ? all + part : `${all} ${part}`,
  )
  return joined.replace(/(?<=.)tre$/, 'tré')
}

function group(value: number, power: number): string {
  if (power === 0) return hundreds(value)
  if (power === 1) return value === 1 ? 'mille' : `${hundreds(value)}mila`
  const [one, many] = power === 2 ? ['milione', 'milioni'] : ['miliardo', 'miliardi']
  return value === 1 ? `un ${one}` : `${hundreds(value)} ${many}`
}

function hundreds(n: number): string {
  if (n < 20) return ONES[n]!
  if (n < 100) {
    const ten = TENS[Math.floor(n / 10)]!
    const one = n % 10
    if (one === 0) return ten
    return (one === 1 || one === 8 ? ten.slice(0, -1) : ten) + ONES[one]
  }
  const head = n < 200 ? 'cento' : `${ONES[Math.floor(n / 100)]}cento`
  return head + (n % 100 ? hundreds(n % 100) : '')
}

/** "terzo", "ventitreesima". */
export function ordinal(n: number, gender: Gender): string {
  const end = gender === 'f' ? 'a' : 'o'
  if (n >= 1 && n <= 10) return ORDINALS[n]! + end
  const stem = cardinal(n).replace('tré', 'tre').replace(/mila$/, 'mill')
  return `${/(?:tre|sei)$/.test(stem) ? stem : stem.replace(/[aeio]$/, '')}esim${end}`
}
