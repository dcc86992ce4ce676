/**
 * Spanish. espeak-ng reads cardinals ("1.234"), decimals, "%", "Sr." and bare "kg" by itself; it reads
 * "1.º" as "uno punto o", dates with "barra", "EE. UU." letter by letter, "1 €" as "uno euro".
 */
import { cardinal, ordinal } from '../numbers/es.ts'
import { roman } from '../numbers/roman.ts'
import { type LanguageTable, list, noun, set, shortMonths } from './table.ts'

const m = (one: string, many = `${one}s`) => noun('m', one, many)
const f = (one: string, many = `${one}s`) => noun('f', one, many)

export const spanish: LanguageTable = {
  sentences: {
    language: 'es',
    openAbbreviations: set(
      'sr sra srta sres sras dr dra prof profa d dña lic ing arq gral cnel st sto sta ud uds vd p.ej ej ' +
        'av avda c pza tel art cap ee',
    ),
    numberAbbreviations: set(
      'n no núm nº pág págs art cap fig vol ene feb mar abr may jun jul ago sep sept oct nov dic',
    ),
    sentenceStarters: set(
      'el la los las un una unos unas él ella ellos yo tú nosotros pero y entonces luego cuando mientras ' +
        'si que quien como donde por porque este esta estos estas ese esa en con para de su sus',
    ),
  },
  numbers: {
    groups: '. ',
    decimal: ',',
    cardinal,
    ordinal: (value) => ordinal(value, 'm'),
    form: (value, hasFraction) => (value === 1 && !hasFraction ? 0 : 1),
  },
  money: {
    EUR: { whole: m('euro'), part: m('céntimo') },
    USD: { whole: m('dólar', 'dólares'), part: m('centavo') },
    GBP: { whole: f('libra'), part: m('penique') },
    PLN: { whole: m('esloti'), part: m('grosz', 'groszy') },
    CHF: { whole: m('franco suizo', 'francos suizos'), part: m('céntimo') },
    CZK: { whole: f('corona checa', 'coronas checas'), part: m('haler', 'haleres') },
    SEK: { whole: f('corona sueca', 'coronas suecas'), part: m('ore') },
    JPY: { whole: m('yen', 'yenes') },
  },
  moneyLink: ' con ',
  namesHundredths: false,
  ofMoney: (currency) => `de ${currency}`,
  magnitudes: {
    ...{
      M: m('millón', 'millones'),
      mill: m('millón', 'millones'),
      'mill.': m('millón', 'millones'),
    },
    ...{ millón: m('millón', 'millones'), millones: m('millón', 'millones') },
  },
  units: {
    ...{ km: m('kilómetro'), m: m('metro'), cm: m('centímetro'), mm: m('milímetro') },
    ...{ kg: m('kilogramo'), g: m('gramo'), mg: m('miligramo'), t: f('tonelada') },
    ...{ l: m('litro'), L: m('litro'), ml: m('mililitro'), ha: f('hectárea') },
    'km/h': m('kilómetro por hora', 'kilómetros por hora'),
    'm/s': m('metro por segundo', 'metros por segundo'),
    'm²': m('metro cuadrado', 'metros cuadrados'),
    'km²': m('kilómetro cuadrado', 'kilómetros cuadrados'),
    'm³': m('metro cúbico', 'metros cúbicos'),
    '°C': m('grado Celsius', 'grados Celsius'),
    ºC: m('grado Celsius', 'grados Celsius'),
    '°F': m('grado Fahrenheit', 'grados Fahrenheit'),
    '°': m('grado'),
    ...{ kB: m('kilobyte'), MB: m('megabyte'), GB: m('gigabyte'), TB: m('terabyte') },
    ...{ Hz: m('hercio'), kHz: m('kilohercio'), MHz: m('megahercio'), GHz: m('gigahercio') },
    ...{ W: m('vatio'), kW: m('kilovatio'), V: m('voltio'), dB: m('decibelio') },
    kWh: m('kilovatio hora', 'kilovatios hora'),
    ...{
      ms: m('milisegundo'),
      min: m('minuto'),
      'Mbit/s': m('megabit por segundo', 'megabits por segundo'),
    },
  },
  dates: {
    order: 'dmy',
    months: list(
      'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    ),
    monthsShort: {
      ...shortMonths('ene feb mar abr may jun jul ago sep oct nov dic'),
      ...{ sept: 9, setiembre: 9 },
    },
    say: ({ day, month, year }) => {
      const first = day === 1 ? 'uno' : cardinal(day)
      const name = spanish.dates.months[month - 1]
      return `${first} de ${name}${year === undefined ? '' : ` de ${cardinal(year)}`}`
    },
  },
  time: (hour, minute) => {
    const hours = cardinal(hour, 'f')
    if (minute === 0) return `${hours} ${hour === 1 ? 'hora' : 'horas'}`
    return `${hours} y ${cardinal(minute)}`
  },
  clockWord: 'h',
  fractions: {
    ...{ '1/2': 'un medio', '1/3': 'un tercio', '2/3': 'dos tercios' },
    ...{ '1/4': 'un cuarto', '3/4': 'tres cuartos' },
  },
  and: 'y',
  to: 'a',
  rewrites: [
    [
      /(?<![\p{L}\d])(\d{1,2})\.?(er|[ºª])(?!\p{L})/gu,
      (_, digits, end) => {
        const said = ordinal(Number(digits), end === 'ª' ? 'f' : 'm')
        return end === 'er' ? said.replace(/(primer|tercer)o$/, '$1') : said
      },
    ],
    [
      /(?<!\p{L})([Ss]iglo|S\.) ([IVX]{1,5})(?!\p{L})/gu,
      (_, _word, figure) => `siglo ${cardinal(roman(figure))}`,
    ],
  ],
  abbreviations: {
    ...{ 'EE. UU.': 'Estados Unidos', 'Sr.': 'señor', 'Sra.': 'señora', 'Srta.': 'señorita' },
    ...{ 'Dr.': 'doctor', 'Dra.': 'doctora', 'D.^': 'don', 'Dña.': 'doña', 'Prof.': 'profesor' },
    ...{
      'Ud.': 'usted',
      'Uds.': 'ustedes',
      'etc.': 'etcétera',
      'p. ej.': 'por ejemplo',
      'Avda.': 'avenida',
    },
    ...{ 'n.º': 'número', nº: 'número', 'núm.': 'número', 'pág.': 'página', 'págs.': 'páginas' },
    ...{ 'tel.': 'teléfono', 'art.#': 'artículo', 'cap.#': 'capítulo', 'a. C.': 'antes de Cristo' },
    'd. C.': 'después de Cristo',
  },
  letters: list(
    'a be ce de e efe ge hache i jota ka ele eme ene o pe cu erre ese te u uve uve-doble equis ye zeta',
  ),
  spelled: set('UE API IA IP URL USB PIB OEA IES'),
  symbols: {
    ...{ '&': 'y', '@': 'arroba', '+': 'más', '=': 'igual a', '×': 'por', '÷': 'entre' },
    ...{
      '<': 'menor que',
      '>': 'mayor que',
      '§': 'párrafo',
      '#': 'número',
      '~': 'aproximadamente',
    },
    ...{ '€': 'euros', $: 'dólares', '£': 'libras', '°': 'grados', '±': 'más menos' },
  },
  address: {
    ...{
      '.': 'punto',
      '/': 'barra',
      '-': 'guion',
      _: 'guion bajo',
      ':': 'dos puntos',
      '@': 'arroba',
    },
  },
}
