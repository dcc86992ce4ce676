/** English. espeak-ng reads cardinals, decimals, "21st", "%" and clock times by itself; those stay. */
import { english as flite } from '../english.ts'
import { cardinal, ordinal, year } from '../numbers/en.ts'
import { type LanguageTable, list, noun, set, shortMonths } from './table.ts'

const unit = (one: string, many = `${one}s`) => noun('n', one, many)

export const english: LanguageTable = {
  sentences: flite,
  numbers: {
    groups: ',',
    decimal: '.',
    cardinal,
    ordinal,
    form: (n, hasFraction) => (n === 1 && !hasFraction ? 0 : 1),
  },
  money: {
    EUR: { whole: unit('euro'), part: unit('cent') },
    USD: { whole: unit('dollar'), part: unit('cent') },
    GBP: { whole: unit('pound'), part: unit('penny', 'pence') },
    PLN: { whole: unit('zloty', 'zloty'), part: unit('grosz', 'groszy') },
    CHF: { whole: unit('Swiss franc'), part: unit('centime') },
    CZK: { whole: unit('Czech crown'), part: unit('haler') },
    SEK: { whole: unit('Swedish crown'), part: unit('ore', 'ore') },
    JPY: { whole: unit('yen', 'yen') },
  },
  moneyLink: ' ',
  namesHundredths: false,
  ofMoney: (currency) => currency,
  magnitudes: {
    ...{ k: unit('thousand', 'thousand'), m: unit('million', 'million') },
    ...{ M: unit('million', 'million'), million: unit('million', 'million') },
    ...{ bn: unit('billion', 'billion'), billion: unit('billion', 'billion') },
  },
  units: {
    ...{ km: unit('kilometre'), m: unit('metre'), cm: unit('centimetre'), mm: unit('millimetre') },
    ...{ kg: unit('kilogram'), g: unit('gram'), mg: unit('milligram'), t: unit('tonne') },
    ...{ l: unit('litre'), L: unit('litre'), ml: unit('millilitre'), ha: unit('hectare') },
    'km/h': unit('kilometre per hour', 'kilometres per hour'),
    'm/s': unit('metre per second', 'metres per second'),
    mph: unit('mile per hour', 'miles per hour'),
    'm²': unit('square metre'),
    'km²': unit('square kilometre'),
    'm³': unit('cubic metre'),
    '°C': unit('degree Celsius', 'degrees Celsius'),
    '°F': unit('degree Fahrenheit', 'degrees Fahrenheit'),
    '°': unit('degree'),
    ...{ kB: unit('kilobyte'), MB: unit('megabyte'), GB: unit('gigabyte'), TB: unit('terabyte') },
    ...{ Hz: unit('hertz', 'hertz'), kHz: unit('kilohertz', 'kilohertz') },
    ...{ MHz: unit('megahertz', 'megahertz'), GHz: unit('gigahertz', 'gigahertz') },
    ...{ W: unit('watt'), kW: unit('kilowatt'), kWh: unit('kilowatt hour'), V: unit('volt') },
    ...{
      ms: unit('millisecond'),
      min: unit('minute'),
      ft: unit('foot', 'feet'),
      lb: unit('pound'),
    },
    ...{ dB: unit('decibel'), 'Mbit/s': unit('megabit per second', 'megabits per second') },
  },
  dates: {
    order: 'dmy',
    months: list(
      'January February March April May June July August September October November December',
    ),
    monthsShort: {
      ...shortMonths('jan feb mar apr may jun jul aug sep oct nov dec'),
      sept: 9,
    },
    say: ({ day, month, year: number, before }) => {
      const article = before === 'the' ? '' : 'the '
      const name = english.dates.months[month - 1]
      return `${article}${ordinal(day)} of ${name}${number === undefined ? '' : `, ${year(number)}`}`
    },
  },
  time: (hour, minute) => {
    if (minute === 0)
      return hour > 12 || hour === 0 ? `${cardinal(hour)} hundred` : `${cardinal(hour)} o'clock`
    return `${cardinal(hour)} ${minute < 10 ? 'oh ' : ''}${cardinal(minute)}`
  },
  clockWord: "o'clock",
  fractions: {
    ...{ '1/2': 'one half', '1/3': 'one third', '2/3': 'two thirds' },
    ...{ '1/4': 'one quarter', '3/4': 'three quarters' },
  },
  and: 'and',
  to: 'to',
  rewrites: [
    [
      /\b(in|since|until|till|before|after|between|from|to|and|of) (1[1-9]\d\d|20[1-9]\d)(?![\d%]|[,.:]\d| ?[€$£])/gi,
      (_, before, digits) => `${before} ${year(Number(digits))}`,
    ],
    [
      /\b([ap])\.?m\b\.?(?=[\s,;:!?]|$)/gi,
      (_, half) => `${half.toUpperCase() === 'A' ? 'eigh' : 'pee'} em`,
    ],
  ],
  abbreviations: {
    ...{ 'e.g.': 'for example', 'i.e.': 'that is', 'etc.': 'et cetera', 'vs.': 'versus' },
    ...{ 'No.#': 'number', 'Nos.#': 'numbers', 'Fig.#': 'figure', 'p.#': 'page', 'pp.#': 'pages' },
    ...{
      'approx.': 'approximately',
      'et al.': 'and others',
      'Inc.': 'Incorporated',
      'Ltd.': 'Limited',
    },
    ...{
      'Co.': 'Company',
      'Dept.': 'department',
      'Prof.': 'Professor',
      'Mt.^': 'Mount',
      'St.^': 'Saint',
    },
    ...{ 'Dr.^': 'Doctor', 'Mr.': 'Mister', 'Mrs.': 'Missis', 'Ms.': 'Miz', 'Rev.^': 'Reverend' },
  },
  // As engines read them right: espeak-ng says \"ay\" as \"eye\", flite a hyphened \"double-you\" as \"dobble\".
  letters: list(
    'eigh bee see dee ee ef gee aitch eye jay kay ell em en oh pee cue ar ess tee you vee double-you ex why zed',
  ).map((name) => name.replace('-', ' ')),
  spelled: set(
    'AI API EU US UK UN UAE CEO CFO CTO URL IT ID IP UI UX SQL USA USB FAQ HR TV GDPR VAT',
  ),
  symbols: {
    ...{ '&': 'and', '@': 'at', '+': 'plus', '=': 'equals', '×': 'times', '÷': 'divided by' },
    ...{ '<': 'less than', '>': 'greater than', '§': 'section', '#': 'number', '~': 'about' },
    ...{ '€': 'euros', $: 'dollars', '£': 'pounds', '°': 'degrees', '±': 'plus or minus' },
  },
  address: {
    ...{ '.': 'dot', '/': 'slash', '-': 'dash', _: 'underscore', ':': 'colon', '@': 'at' },
  },
}
