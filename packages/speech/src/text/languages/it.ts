/**
 * Italian. espeak-ng reads cardinals ("1.234"), decimals, "%", "14:30", "3ª" and "XX secolo" by itself; it
 * reads "1°" as "uno gradi", dates with "barra", units letter by letter, "Sig." as a word.
 */
import { cardinal, ordinal } from '../numbers/it.ts'
import { type LanguageTable, list, noun, set, shortMonths } from './table.ts'

const m = (one: string, many = one) => noun('m', one, many)
const f = (one: string, many = one) => noun('f', one, many)
const metric = (prefix: string, one: string, many: string) => m(prefix + one, prefix + many)

export const italian: LanguageTable = {
  sentences: {
    language: 'it',
    openAbbreviations: set(
      'sig sigg sig.ra sig.na dott dott.ssa prof prof.ssa ing avv arch geom rag on gen col cap mons s ss ' +
        'p.es es ecc cfr c.so v.le p.zza tel',
    ),
    numberAbbreviations: set(
      'n nn art artt pag pagg cap fig vol gen feb mar apr mag giu lug ago set sett ott nov dic',
    ),
    sentenceStarters: set(
      'il lo la i gli le un uno una io tu lui lei noi voi loro ma e poi quando mentre se che chi come ' +
        'dove perché questo questa questi queste quello quella in nel nella con per da dal su',
    ),
  },
  numbers: {
    groups: ". '",
    decimal: ',',
    cardinal,
    ordinal: (value) => ordinal(value, 'm'),
    form: (value, hasFraction) => (value === 1 && !hasFraction ? 0 : 1),
  },
  money: {
    EUR: { whole: m('euro'), part: m('centesimo', 'centesimi') },
    USD: { whole: m('dollaro', 'dollari'), part: m('centesimo', 'centesimi') },
    GBP: { whole: f('sterlina', 'sterline'), part: m('penny', 'pence') },
    PLN: { whole: m('zloty'), part: m('grosz', 'groszy') },
    CHF: { whole: m('franco svizzero', 'franchi svizzeri'), part: m('centesimo', 'centesimi') },
    CZK: { whole: f('corona ceca', 'corone ceche'), part: m('haler') },
    SEK: { whole: f('corona svedese', 'corone svedesi'), part: m('öre') },
    JPY: { whole: m('yen') },
  },
  moneyLink: ' e ',
  namesHundredths: false,
  ofMoney: (currency) => `di ${currency}`,
  magnitudes: {
    ...{ mln: m('milione', 'milioni'), milione: m('milione', 'milioni') },
    ...{ milioni: m('milione', 'milioni'), mld: m('miliardo', 'miliardi') },
    ...{ miliardo: m('miliardo', 'miliardi'), miliardi: m('miliardo', 'miliardi') },
  },
  units: {
    ...{
      km: m('chilometro', 'chilometri'),
      m: m('metro', 'metri'),
      cm: m('centimetro', 'centimetri'),
    },
    ...{ mm: m('millimetro', 'millimetri'), kg: m('chilogrammo', 'chilogrammi') },
    ...{
      g: m('grammo', 'grammi'),
      mg: m('milligrammo', 'milligrammi'),
      t: f('tonnellata', 'tonnellate'),
    },
    ...{ l: m('litro', 'litri'), L: m('litro', 'litri'), ml: m('millilitro', 'millilitri') },
    ha: m('ettaro', 'ettari'),
    'km/h': m("chilometro all'ora", "chilometri all'ora"),
    'm/s': m('metro al secondo', 'metri al secondo'),
    'm²': metric('', 'metro quadrato', 'metri quadrati'),
    mq: metric('', 'metro quadrato', 'metri quadrati'),
    'km²': metric('chilo', 'metro quadrato', 'metri quadrati'),
    'm³': metric('', 'metro cubo', 'metri cubi'),
    '°C': metric('', 'grado Celsius', 'gradi Celsius'),
    '°F': metric('', 'grado Fahrenheit', 'gradi Fahrenheit'),
    '°': m('grado', 'gradi'),
    ...{ kB: m('chilobyte'), MB: m('megabyte'), GB: m('gigabyte'), TB: m('terabyte') },
    ...{ Hz: m('hertz'), kHz: m('chilohertz'), MHz: m('megahertz'), GHz: m('gigahertz') },
    ...{ W: m('watt'), kW: m('chilowatt'), kWh: m('chilowattora'), V: m('volt'), dB: m('decibel') },
    ...{ ms: m('millisecondo', 'millisecondi'), min: m('minuto', 'minuti') },
    'Mbit/s': m('megabit al secondo'),
  },
  dates: {
    order: 'dmy',
    months: list(
      'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    ),
    monthsShort: {
      ...shortMonths('gen feb mar apr mag giu lug ago set ott nov dic'),
      sett: 9,
    },
    say: ({ day, month, year }) => {
      const first = day === 1 ? 'primo' : cardinal(day)
      return `${first} ${italian.dates.months[month - 1]}${year === undefined ? '' : ` ${cardinal(year)}`}`
    },
  },
  time: (hour, minute) => {
    const hours = hour === 1 ? 'una' : cardinal(hour)
    return minute === 0 ? hours : `${hours} e ${cardinal(minute)}`
  },
  clockWord: 'ore',
  fractions: {
    ...{ '1/2': 'un mezzo', '1/3': 'un terzo', '2/3': 'due terzi' },
    ...{ '1/4': 'un quarto', '3/4': 'tre quarti' },
  },
  and: 'e',
  to: 'a',
  earlyRewrites: [
    [
      /(?<![\p{L}\d])(\d{1,3})°(?= (?:piano|posto|grado|secolo|capitolo|classificato|anniversario|giorno))/gu,
      (_, digits) => ordinal(Number(digits), 'm'),
    ],
  ],
  rewrites: [
    [
      /(?<![\p{L}\d])(\d{1,3})[ºª]/gu,
      (whole, digits) => ordinal(Number(digits), whole.endsWith('ª') ? 'f' : 'm'),
    ],
  ],
  abbreviations: {
    ...{ 'Sig.ra': 'Signora', 'Sig.na': 'Signorina', 'Sigg.': 'Signori', 'Sig.': 'Signor' },
    ...{
      'Dott.ssa': 'Dottoressa',
      'Dott.': 'Dottor',
      'Prof.ssa': 'Professoressa',
      'Prof.': 'Professor',
    },
    ...{
      'Ing.^': 'Ingegner',
      'Avv.^': 'Avvocato',
      'S.^': 'San',
      'ecc.': 'eccetera',
      'p. es.': 'per esempio',
    },
    ...{
      'es.': 'esempio',
      'n.#': 'numero',
      'pag.': 'pagina',
      'art.#': 'articolo',
      'cap.#': 'capitolo',
    },
    ...{ 'tel.': 'telefono', 'cfr.': 'confronta', 'a.C.': 'avanti Cristo', 'd.C.': 'dopo Cristo' },
  },
  letters: list(
    'a bi ci di e effe gi acca i gei cappa elle emme enne o pi cu erre esse ti u vu doppia-vu ics ipsilon zeta',
  ),
  spelled: set('UE USA API IA IP URL USB UV CEE'),
  symbols: {
    ...{ '&': 'e', '@': 'chiocciola', '+': 'più', '=': 'uguale', '×': 'per', '÷': 'diviso' },
    ...{ '<': 'minore di', '>': 'maggiore di', '§': 'paragrafo', '#': 'cancelletto', '~': 'circa' },
    ...{ '€': 'euro', $: 'dollari', '£': 'sterline', '°': 'gradi', '±': 'più o meno' },
  },
  address: {
    ...{ '.': 'punto', '/': 'barra', '-': 'trattino', _: 'trattino basso', ':': 'due punti' },
    '@': 'chiocciola',
  },
}
