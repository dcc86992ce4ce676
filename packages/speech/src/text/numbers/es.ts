import { changeLastWord, type Gender, thousands, words } from './number-words.ts'

const ONES = words(
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince ' +
    'dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro ' +
    'veinticinco veintiséis veintisiete veintiocho veintinueve',
)
const TENS = words('- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa')
const HUNDREDS = words(
  '- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos ' +
    'novecientos',
)
const ORDINALS = words(
  '- primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo',
)
const TENTH_ORDINALS = words(
  '- décimo vigésimo trigésimo cuadragésimo quincuagésimo sexagésimo septuagésimo octogésimo ' +
    'nonagésimo',
)

/** "doscientos veintiuno"; before a noun it agrees: "un", "veintiún", "doscientas veintiuna". */
export function cardinal(n: number, gender?: Gender): string {
  if (n === 0) return 'cero'
  const text = thousands(n)
    .map(({ value, power }) => group(value, power, gender))
    .join(' ')
  if (n % 1000 === 0 || !gender) return text
  return agreeing(text, gender)
}

function group(value: number, power: number, gender?: Gender): string {
  if (power === 0) return hundreds(value, gender)
  if (power === 1)
    return value === 1 ? 'mil' : `${agreeing(hundreds(value, gender), gender ?? 'm')} mil`
  if (power === 2) return value === 1 ? 'un millón' : `${agreeing(hundreds(value), 'm')} millones`
  return `${value === 1 ? '' : `${agreeing(hundreds(value), 'm')} `}mil millones`
}

function agreeing(text: string, gender: Gender): string {
  return changeLastWord(text, (word) => {
    if (!word.endsWith('uno')) return word
    if (gender === 'f') return `${word.slice(0, -1)}a`
    return word === 'uno' ? 'un' : 'veintiún'
  })
}

function hundreds(n: number, gender?: Gender): string {
  if (n === 100) return 'cien'
  if (n > 100) {
    const head = HUNDREDS[Math.floor(n / 100)]!
    const agreed = gender === 'f' && n >= 200 ? head.replace(/os$/, 'as') : head
    return n % 100 ? `${agreed} ${hundreds(n % 100)}` : agreed
  }
  if (n < 30) return ONES[n]!
  return `${TENS[Math.floor(n / 10)]}${n % 10 ? ` y ${ONES[n % 10]}` : ''}`
}

/** "tercero", "vigésima primera"; from 100 on people use the cardinal, and so does this. */
export function ordinal(n: number, gender: Gender): string {
  if (n < 1 || n > 99) return cardinal(n)
  const text = ORDINALS[n] ?? tenthOrdinal(n)
  return gender === 'f' ? text.replace(/o(?=$| )/gu, 'a') : text
}

function tenthOrdinal(n: number): string {
  const tenth = TENTH_ORDINALS[Math.floor(n / 10)]!
  if (n % 10 === 0) return tenth
  return n < 20 ? `decimo${ORDINALS[n % 10]}` : `${tenth} ${ORDINALS[n % 10]}`
}
