/**
 * Polish. espeak-ng reads cardinals, decimals, "%", "np." and "prof." by itself; it reads "3 maja" without a
 * case, "12,50 zł" and units letter by letter, drops the euro sign, and knows no year in words.
 */
import { cardinal, type OrdinalEnding, ordinal, pluralForm } from '../numbers/pl.ts'
import { roman } from '../numbers/roman.ts'
import { type LanguageTable, list, noun, set, shortMonths } from './table.ts'

/** Forms after 1, after 2 to 4, after 5, after a fraction. */
const m = (...forms: [string, string, string, string]) => noun('m', ...forms)
const f = (...forms: [string, string, string, string]) => noun('f', ...forms)
const still = (form: string) => noun('n', form, form, form, form)

/** "metr": metr, metry, metrów, metra. */
const regular = (stem: string, after = '') =>
  m(stem + after, `${stem}y${after}`, `${stem}ów${after}`, `${stem}a${after}`)
/** "gigabajt per second", with what comes after the noun. */
const phrase = (forms: readonly string[], after: string) =>
  noun('m', ...forms.map((form) => form + after))

/** The ending of an ordinal by the noun that follows it, as far as its last letter tells the gender. */
function endingBefore(next: string): OrdinalEnding {
  if (next.endsWith('a')) return 'a'
  return /[oeę]$/.test(next) ? 'e' : 'y'
}
const inYear = (before: string): OrdinalEnding => (/^we?$/i.test(before) ? 'ym' : 'ego')

export const polish: LanguageTable = {
  sentences: {
    language: 'pl',
    openAbbreviations: set(
      'np m.in tzn tzw tj prof dr hab inż mgr lek ks św gen płk kpt por al ul pl os im red woj pow gm ok ' +
        'wg ww zob por godz tel min maks tys mln mld',
    ),
    numberAbbreviations: set(
      'nr art str rozdz pkt ust t poz rys tab sty lut mar kwi maj cze lip sie wrz paź lis gru',
    ),
    sentenceStarters: set(
      'ten ta to te ci on ona ono oni one ja ty my wy ale i a potem wtedy gdy kiedy jeśli że kto co jak ' +
        'gdzie dlaczego w we na do z ze po przy dla pod nad jego jej ich nie',
    ),
    ordinalDot: true,
  },
  numbers: {
    groups: ' .',
    decimal: ',',
    cardinal,
    ordinal: (value) => ordinal(value, 'y'),
    form: (value, hasFraction) => (hasFraction ? 3 : pluralForm(value)),
  },
  money: {
    PLN: {
      whole: m('złoty', 'złote', 'złotych', 'złotego'),
      part: m('grosz', 'grosze', 'groszy', 'grosza'),
    },
    EUR: { whole: still('euro'), part: m('cent', 'centy', 'centów', 'centa') },
    USD: {
      whole: m('dolar', 'dolary', 'dolarów', 'dolara'),
      part: m('cent', 'centy', 'centów', 'centa'),
    },
    GBP: {
      whole: m('funt', 'funty', 'funtów', 'funta'),
      part: m('pens', 'pensy', 'pensów', 'pensa'),
    },
    CHF: {
      whole: m(
        'frank szwajcarski',
        'franki szwajcarskie',
        'franków szwajcarskich',
        'franka szwajcarskiego',
      ),
      part: m('centym', 'centymy', 'centymów', 'centyma'),
    },
    CZK: { whole: f('korona czeska', 'korony czeskie', 'koron czeskich', 'korony czeskiej') },
    SEK: {
      whole: f('korona szwedzka', 'korony szwedzkie', 'koron szwedzkich', 'korony szwedzkiej'),
    },
    JPY: { whole: m('jen', 'jeny', 'jenów', 'jena') },
  },
  moneyLink: ' ',
  namesHundredths: true,
  ofMoney: (currency) => currency,
  magnitudes: {
    ...{
      'tys.': m('tysiąc', 'tysiące', 'tysięcy', 'tysiąca'),
      tys: m('tysiąc', 'tysiące', 'tysięcy', 'tysiąca'),
    },
    ...{
      mln: m('milion', 'miliony', 'milionów', 'miliona'),
      mld: m('miliard', 'miliardy', 'miliardów', 'miliarda'),
    },
  },
  units: {
    ...{
      km: regular('kilometr'),
      m: regular('metr'),
      cm: regular('centymetr'),
      mm: regular('milimetr'),
    },
    ...{ kg: regular('kilogram'), g: regular('gram'), mg: regular('miligram') },
    ...{ t: f('tona', 'tony', 'ton', 'tony'), l: regular('litr'), ml: regular('mililitr') },
    ha: regular('hektar'),
    'km/h': phrase(regular('kilometr').forms, ' na godzinę'),
    'm/s': phrase(regular('metr').forms, ' na sekundę'),
    'm²': m('metr kwadratowy', 'metry kwadratowe', 'metrów kwadratowych', 'metra kwadratowego'),
    'km²': m(
      'kilometr kwadratowy',
      'kilometry kwadratowe',
      'kilometrów kwadratowych',
      'kilometra kwadratowego',
    ),
    'm³': m('metr sześcienny', 'metry sześcienne', 'metrów sześciennych', 'metra sześciennego'),
    '°C': m('stopień Celsjusza', 'stopnie Celsjusza', 'stopni Celsjusza', 'stopnia Celsjusza'),
    '°F': m(
      'stopień Fahrenheita',
      'stopnie Fahrenheita',
      'stopni Fahrenheita',
      'stopnia Fahrenheita',
    ),
    '°': m('stopień', 'stopnie', 'stopni', 'stopnia'),
    ...{
      kB: regular('kilobajt'),
      MB: regular('megabajt'),
      GB: regular('gigabajt'),
      TB: regular('terabajt'),
    },
    ...{
      Hz: m('herc', 'herce', 'herców', 'herca'),
      kHz: m('kiloherc', 'kiloherce', 'kiloherców', 'kiloherca'),
    },
    ...{
      MHz: m('megaherc', 'megaherce', 'megaherców', 'megaherca'),
      GHz: m('gigaherc', 'gigaherce', 'gigaherców', 'gigaherca'),
    },
    ...{ W: regular('wat'), kW: regular('kilowat'), V: regular('wolt') },
    kWh: f('kilowatogodzina', 'kilowatogodziny', 'kilowatogodzin', 'kilowatogodziny'),
    dB: m('decybel', 'decybele', 'decybeli', 'decybela'),
    min: f('minuta', 'minuty', 'minut', 'minuty'),
    ms: f('milisekunda', 'milisekundy', 'milisekund', 'milisekundy'),
    'Mbit/s': phrase(regular('megabit').forms, ' na sekundę'),
  },
  dates: {
    order: 'dmy',
    months: list(
      'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
    ),
    monthsShort: shortMonths('sty lut mar kwi maj cze lip sie wrz paź lis gru'),
    say: ({ day, month, year }) => {
      const said = `${ordinal(day, 'ego')} ${polish.dates.months[month - 1]}`
      return year === undefined ? said : `${said} ${ordinal(year, 'ego')} roku`
    },
  },
  time: (hour, minute, before) => {
    const ending = /^(?:o|od|do|po|przed|około|godzinie)$/.test(before) ? 'ej' : 'a'
    const hours = hour === 0 ? (ending === 'a' ? 'zero' : 'zerowej') : ordinal(hour, ending)
    if (minute === 0) return hours
    return `${hours} ${minute < 10 ? 'zero ' : ''}${cardinal(minute)}`
  },
  clockWord: 'godz.',
  fractions: {
    ...{ '1/2': 'pół', '1/3': 'jedna trzecia', '2/3': 'dwie trzecie' },
    ...{ '1/4': 'jedna czwarta', '3/4': 'trzy czwarte' },
  },
  and: 'i',
  to: 'do',
  rewrites: [
    // The genitive year of a date already ends in "roku".
    [/(?<= roku) (?:roku|r\.)(?!\p{L})/gu, ''],
    [
      /(?:(?<!\p{L})(\p{L}+) )?(?<![\d.,])([12]\d{3}) (?:roku|r\.)(?!\p{L})/gu,
      (_, before = '', digits) =>
        `${before}${before && ' '}${ordinal(Number(digits), inYear(before))} roku`,
    ],
    [
      /(?<![\p{L}\d])([IVX]{1,6}) (wieku|wiek)(?!\p{L})/gu,
      (_, figure, noun) => `${ordinal(roman(figure), noun === 'wiek' ? 'y' : 'ego')} ${noun}`,
    ],
    [
      /(?<![\p{L}\d.,:])(\d{1,3})\.(?= (\p{Ll}+))/gu,
      (_, digits, next) => ordinal(Number(digits), endingBefore(next)),
    ],
  ],
  abbreviations: {
    ...{ 'np.': 'na przykład', 'm.in.': 'między innymi', 'tzn.': 'to znaczy', 'tzw.': 'tak zwany' },
    ...{
      'tj.': 'to jest',
      'itd.': 'i tak dalej',
      'itp.': 'i tym podobne',
      'ul.^': 'ulica',
      'al.^': 'aleja',
    },
    ...{
      'nr#': 'numer',
      'prof.': 'profesor',
      'dr^': 'doktor',
      'inż.': 'inżynier',
      'mgr^': 'magister',
    },
    ...{
      'św.^': 'święty',
      'ks.^': 'ksiądz',
      'im.^': 'imienia',
      'ok.#': 'około',
      'godz.': 'godzina',
    },
    ...{ 'art.#': 'artykuł', 'str.#': 'strona', 'tel.': 'telefon', wg: 'według', 'r.': 'roku' },
    ...{ 'p.n.e.': 'przed naszą erą', 'n.e.': 'naszej ery', 'tys.': 'tysięcy', mln: 'milionów' },
  },
  letters: list('a be ce de e ef gie ha i jot ka el em en o pe ku er es te u fał wu iks igrek zet'),
  spelled: set('UE USA API IP AI URL USB ONZ UJ AGH UW IPN'),
  symbols: {
    ...{
      '&': 'i',
      '@': 'małpa',
      '+': 'plus',
      '=': 'równa się',
      '×': 'razy',
      '÷': 'podzielić przez',
    },
    ...{ '<': 'mniejsze niż', '>': 'większe niż', '§': 'paragraf', '#': 'numer', '~': 'około' },
    ...{ '€': 'euro', $: 'dolarów', '£': 'funtów', '°': 'stopni', '±': 'plus minus' },
  },
  address: {
    ...{
      '.': 'kropka',
      '/': 'ukośnik',
      '-': 'myślnik',
      _: 'podkreślenie',
      ':': 'dwukropek',
      '@': 'małpa',
    },
  },
}
