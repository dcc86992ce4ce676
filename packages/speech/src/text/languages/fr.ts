/**
 * French. espeak-ng reads cardinals ("1 234"), decimals, "%" and "3 mai 2024" by itself; it reads "2e" as
 * "deux e", "M." and "n°" letter by letter, "12/05/2024" without its slashes, "km/h" as "kilomètre hache".
 */
import { cardinal, ordinal } from '../numbers/fr.ts'
import { roman } from '../numbers/roman.ts'
import { type LanguageTable, list, noun, set } from './table.ts'

const m = (one: string, many = `${one}s`) => noun('m', one, many)
const f = (one: string, many = `${one}s`) => noun('f', one, many)
const rank = (digits: string, end: string) =>
  ordinal(Number(digits), end === 're' || end === 'ère' ? 'f' : 'm')

export const french: LanguageTable = {
  sentences: {
    language: 'fr',
    openAbbreviations: set(
      'm mm mme mmes mlle mlles dr drs pr prof st ste me mgr gal col cap av bd boul env ex cf c.-à-d p.ex ' +
        'vol art chap éd fig réf tél adr',
    ),
    numberAbbreviations: set('n no nos p pp art chap fig vol janv févr avr juil sept oct nov déc'),
    sentenceStarters: set(
      'le la les un une des il elle ils elles on nous vous je tu ce cette ces cet mais et donc or puis ' +
        'alors dans en sur pour par avec son sa ses leur leurs quand que qui quoi comment pourquoi',
    ),
  },
  numbers: {
    groups: ' .',
    decimal: ',',
    cardinal,
    ordinal: (value) => ordinal(value, 'm'),
    // French has the singular up to, but without, two.
    form: (value) => (value < 2 ? 0 : 1),
  },
  money: {
    EUR: { whole: m('euro'), part: m('centime') },
    USD: { whole: m('dollar'), part: m('cent') },
    GBP: { whole: f('livre'), part: m('penny', 'pence') },
    PLN: { whole: m('zloty'), part: m('grosz', 'groszy') },
    CHF: { whole: m('franc suisse', 'francs suisses'), part: m('centime') },
    CZK: { whole: f('couronne tchèque', 'couronnes tchèques'), part: m('haléru') },
    SEK: { whole: f('couronne suédoise', 'couronnes suédoises'), part: m('öre', 'öre') },
    JPY: { whole: m('yen') },
  },
  moneyLink: ' ',
  namesHundredths: false,
  ofMoney: (currency) => (/^[aeiouyh]/i.test(currency) ? `d'${currency}` : `de ${currency}`),
  magnitudes: {
    ...{ M: m('million'), million: m('million'), millions: m('million'), Md: m('milliard') },
    ...{ Mds: m('milliard'), milliard: m('milliard'), milliards: m('milliard') },
  },
  units: {
    ...{ km: m('kilomètre'), m: m('mètre'), cm: m('centimètre'), mm: m('millimètre') },
    ...{ kg: m('kilogramme'), g: m('gramme'), mg: m('milligramme'), t: f('tonne') },
    ...{ l: m('litre'), L: m('litre'), ml: m('millilitre'), ha: m('hectare') },
    'km/h': m('kilomètre par heure', 'kilomètres par heure'),
    'm/s': m('mètre par seconde', 'mètres par seconde'),
    'm²': m('mètre carré', 'mètres carrés'),
    'km²': m('kilomètre carré', 'kilomètres carrés'),
    'm³': m('mètre cube', 'mètres cubes'),
    '°C': m('degré Celsius', 'degrés Celsius'),
    '°F': m('degré Fahrenheit', 'degrés Fahrenheit'),
    '°': m('degré'),
    ...{ ko: m('kilooctet'), Ko: m('kilooctet'), Mo: m('mégaoctet'), Go: m('gigaoctet') },
    ...{ To: m('téraoctet'), MB: m('mégaoctet'), GB: m('gigaoctet'), TB: m('téraoctet') },
    ...{ Hz: m('hertz', 'hertz'), kHz: m('kilohertz', 'kilohertz') },
    ...{ MHz: m('mégahertz', 'mégahertz'), GHz: m('gigahertz', 'gigahertz') },
    ...{ W: m('watt'), kW: m('kilowatt'), V: m('volt'), dB: m('décibel') },
    kWh: m('kilowattheure'),
    ...{
      ms: f('milliseconde'),
      min: f('minute'),
      'Mbit/s': m('mégabit par seconde', 'mégabits par seconde'),
    },
  },
  dates: {
    order: 'dmy',
    months: list(
      'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    ),
    monthsShort: { janv: 1, févr: 2, avr: 4, juil: 7, sept: 9, oct: 10, nov: 11, déc: 12 },
    say: ({ day, month, year }) => {
      const first = day === 1 ? 'premier' : cardinal(day)
      return `${first} ${french.dates.months[month - 1]}${year === undefined ? '' : ` ${cardinal(year)}`}`
    },
  },
  time: (hour, minute) => {
    const hours = `${cardinal(hour, 'f')} heure${hour < 2 ? '' : 's'}`
    return minute === 0 ? hours : `${hours} ${cardinal(minute, 'f')}`
  },
  clockWord: 'heures',
  fractions: {
    ...{ '1/2': 'un demi', '1/3': 'un tiers', '2/3': 'deux tiers' },
    ...{ '1/4': 'un quart', '3/4': 'trois quarts' },
  },
  and: 'et',
  to: 'à',
  rewrites: [
    [
      /(?<![\p{L}\d])([IVX]{1,6})(er|re|e|ème)(?!\p{L})/gu,
      (_, figure, end) => rank(String(roman(figure)), end),
    ],
    [
      /(?<![\p{L}\d])(\d{1,4})(ère|ème|ième|er|re|nde|nd|e)s?(?!\p{L})/gu,
      (_, digits, end) => rank(digits, end),
    ],
  ],
  abbreviations: {
    ...{ 'M.^': 'Monsieur', 'MM.^': 'Messieurs', 'Mme^': 'Madame', 'Mlle^': 'Mademoiselle' },
    ...{ 'Dr^': 'Docteur', 'Pr^': 'Professeur', 'St^': 'Saint', 'Me^': 'Maître' },
    ...{ 'n°': 'numéro', nº: 'numéro', 'p.#': 'page', 'art.#': 'article', 'chap.#': 'chapitre' },
    ...{ 'etc.': 'et cetera', 'p. ex.': 'par exemple', 'c.-à-d.': "c'est-à-dire", 'cf.': 'confer' },
    ...{
      'env.': 'environ',
      'tél.': 'téléphone',
      'av. J.-C.': 'avant Jésus-Christ',
      'bd^': 'boulevard',
    },
  },
  letters: list(
    'a bé cé dé euh effe gé ache i ji ka elle aime enne o pé ku erre esse té u vé double-vé ixe i-grec zède',
  ),
  spelled: set('UE USA API IA IP PIB TVA URL USB EDF CEE UV AOC ETA IUT'),
  symbols: {
    ...{ '&': 'et', '@': 'arobase', '+': 'plus', '=': 'égale', '×': 'fois', '÷': 'divisé par' },
    ...{ '<': 'inférieur à', '>': 'supérieur à', '§': 'paragraphe', '#': 'dièse', '~': 'environ' },
    ...{ '€': 'euros', $: 'dollars', '£': 'livres', '°': 'degrés', '±': 'plus ou moins' },
  },
  address: {
    ...{ '.': 'point', '/': 'barre oblique', '-': 'tiret', _: 'tiret bas', ':': 'deux-points' },
    '@': 'arobase',
  },
}
