/**
 * German. espeak-ng reads cardinals ("1.234"), decimals and "%" by itself; it reads "3. Mai" as "drei Mai",
 * "14:30 Uhr" as "vierzehn Uhr dreißig Uhr", dates point by point, "1984" as "eintausendneunhundert…".
 */
import { cardinal, ordinal, year } from '../numbers/de.ts'
import { type LanguageTable, list, noun, set, shortMonths } from './table.ts'

const m = (one: string, many = one) => noun('m', one, many)
const f = (one: string, many = `${one}n`) => noun('f', one, many)
const n = (one: string, many = one) => noun('n', one, many)

/** What the word before an ordinal makes of its ending; "er" stands without an article ("dritter Mai"). */
function ending(before: string): string {
  if (
    /^(?:am|vom|zum|zur|beim|im|dem|den|des|einem|einen|seit|bis|ab|nach|vor|jedem|jeden)$/.test(
      before,
    )
  )
    return 'en'
  return /^(?:der|die|das|eine|jede)$/.test(before) ? 'e' : 'er'
}

export const german: LanguageTable = {
  sentences: {
    language: 'de',
    openAbbreviations: set(
      'dr prof hr fr frl ing dipl med jur phil st str hl z d u o s i v a b bzw ca evtl ggf inkl exkl zzgl ' +
        'vgl gest geb verh sog allg bes insb mind max min abs art ziff kap tel mio mrd tsd z.b d.h u.a ' +
        'o.ä s.o s.u i.d.r v.a u.u z.t z.zt m.e',
    ),
    numberAbbreviations: set(
      'nr bd s art kap abb tab jan feb mär apr jun jul aug sep sept okt nov dez',
    ),
    sentenceStarters: set(
      'der die das ein eine er sie es wir ihr ich du man dies diese dieser dieses da dann danach dort ' +
        'hier in im am an auf bei mit nach und aber doch so wenn als während was wer wie wo warum seine ihre',
    ),
    ordinalDot: true,
  },
  numbers: {
    groups: ". '",
    decimal: ',',
    cardinal,
    ordinal: (value) => ordinal(value, 'er'),
    form: (value, hasFraction) => (value === 1 && !hasFraction ? 0 : 1),
  },
  money: {
    EUR: { whole: m('Euro'), part: m('Cent') },
    USD: { whole: m('Dollar'), part: m('Cent') },
    GBP: { whole: n('Pfund'), part: m('Penny', 'Pence') },
    PLN: { whole: m('Zloty'), part: m('Groschen') },
    CHF: { whole: m('Franken'), part: m('Rappen') },
    CZK: { whole: f('tschechische Krone', 'tschechische Kronen'), part: m('Heller') },
    SEK: { whole: f('schwedische Krone', 'schwedische Kronen'), part: n('Öre') },
    JPY: { whole: m('Yen') },
  },
  moneyLink: ' ',
  namesHundredths: false,
  ofMoney: (currency) => currency,
  magnitudes: {
    ...{ 'Mio.': f('Million', 'Millionen'), Mio: f('Million', 'Millionen') },
    ...{ 'Mrd.': f('Milliarde'), Mrd: f('Milliarde'), 'Tsd.': n('tausend') },
    ...{ Millionen: f('Million', 'Millionen'), Milliarden: f('Milliarde') },
  },
  units: {
    ...{ km: m('Kilometer'), m: m('Meter'), cm: m('Zentimeter'), mm: m('Millimeter') },
    ...{ kg: n('Kilogramm'), g: n('Gramm'), mg: n('Milligramm'), t: f('Tonne') },
    ...{ l: m('Liter'), L: m('Liter'), ml: m('Milliliter'), ha: m('Hektar') },
    ...{ 'km/h': m('Kilometer pro Stunde'), 'm/s': m('Meter pro Sekunde') },
    ...{ 'm²': m('Quadratmeter'), qm: m('Quadratmeter'), 'km²': m('Quadratkilometer') },
    ...{
      'm³': m('Kubikmeter'),
      '°C': n('Grad Celsius'),
      '°F': n('Grad Fahrenheit'),
      '°': n('Grad'),
    },
    ...{ kB: n('Kilobyte'), MB: n('Megabyte'), GB: n('Gigabyte'), TB: n('Terabyte') },
    ...{ Hz: n('Hertz'), kHz: n('Kilohertz'), MHz: n('Megahertz'), GHz: n('Gigahertz') },
    ...{ W: n('Watt'), kW: n('Kilowatt'), V: n('Volt'), dB: n('Dezibel') },
    kWh: f('Kilowattstunde'),
    ...{ ms: f('Millisekunde'), min: f('Minute'), 'Min.': f('Minute'), 'Std.': f('Stunde') },
    'Mbit/s': n('Megabit pro Sekunde'),
  },
  dates: {
    order: 'dmy',
    months: list(
      'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
    ),
    monthsShort: {
      ...shortMonths('jan feb mär apr mai jun jul aug sep okt nov dez'),
      ...{ jänner: 1, sept: 9 },
    },
    say: ({ day, month, year: number, before }) => {
      const said = `${ordinal(day, ending(before))} ${german.dates.months[month - 1]}`
      return number === undefined ? said : `${said} ${year(number)}`
    },
  },
  time: (hour, minute) => {
    const hours = hour === 1 ? 'ein' : cardinal(hour)
    return `${hours} Uhr${minute === 0 ? '' : ` ${cardinal(minute)}`}`
  },
  clockWord: 'Uhr',
  fractions: {
    ...{ '1/2': 'ein halb', '1/3': 'ein Drittel', '2/3': 'zwei Drittel' },
    ...{ '1/4': 'ein Viertel', '3/4': 'drei Viertel' },
  },
  and: 'und',
  to: 'bis',
  rewrites: [
    [
      /(?<!\p{L})(Jahre?n?|seit|anno|Sommer|Herbst|Winter|Frühjahr|Frühling|Ende|Anfang|Mitte|bis|und|von|um|ab|vor|nach) (1[1-9]\d\d)(?!\d|[,.:]\d|[\p{L}])(?= \p{L}|\W|$)/gu,
      (_, before, digits) => `${before} ${year(Number(digits))}`,
    ],
    [
      /(?:(?<!\p{L})(\p{L}+) )?(?<![\d.,:])(\d{1,3})\.(?= \p{L})/gu,
      (_, before = '', digits) => {
        return `${before}${before && ' '}${ordinal(Number(digits), ending(before.toLowerCase()))}`
      },
    ],
  ],
  abbreviations: {
    ...{
      'z. B.': 'zum Beispiel',
      'd. h.': 'das heißt',
      'u. a.': 'unter anderem',
      'usw.': 'und so weiter',
    },
    ...{
      'bzw.': 'beziehungsweise',
      'ca.': 'circa',
      'evtl.': 'eventuell',
      'ggf.': 'gegebenenfalls',
    },
    ...{ 'inkl.': 'inklusive', 'zzgl.': 'zuzüglich', 'vgl.': 'vergleiche', 'sog.': 'sogenannte' },
    ...{
      'Nr.': 'Nummer',
      'Str.': 'Straße',
      'Tel.': 'Telefon',
      'Dr.': 'Doktor',
      'Prof.': 'Professor',
    },
    ...{
      'Hr.': 'Herr',
      'Fr.^': 'Frau',
      'St.^': 'Sankt',
      'S.#': 'Seite',
      'Bd.#': 'Band',
      'Art.#': 'Artikel',
    },
    ...{ 'Abs.#': 'Absatz', 'Kap.#': 'Kapitel', 'Abb.#': 'Abbildung', 'u. U.': 'unter Umständen' },
    ...{ 'v. a.': 'vor allem', 'i. d. R.': 'in der Regel', 'v. Chr.': 'vor Christus' },
    ...{
      'n. Chr.': 'nach Christus',
      'mind.': 'mindestens',
      'max.': 'maximal',
      'Mio.': 'Millionen',
    },
    ...{ 'Mrd.': 'Milliarden', 'Std.': 'Stunden', 'Min.': 'Minuten', 'o. ä.': 'oder ähnliches' },
  },
  letters: list(
    'ah beh zeh deh eh eff geh hah ih jott kah ell emm enn oh peh kuh err ess teh uh fau weh iks üpsilon zett',
  ),
  spelled: set('EU US USA UNO AG EDV EG ADAC AOK API IT KI TÜV UKW URL USB UV VIP EZB IHK ARD'),
  symbols: {
    ...{ '&': 'und', '@': 'ät', '+': 'plus', '=': 'gleich', '×': 'mal', '÷': 'geteilt durch' },
    ...{ '<': 'kleiner als', '>': 'größer als', '§': 'Paragraf', '#': 'Nummer', '~': 'ungefähr' },
    ...{ '€': 'Euro', $: 'Dollar', '£': 'Pfund', '°': 'Grad', '±': 'plus minus' },
  },
  address: {
    ...{
      '.': 'Punkt',
      '/': 'Schrägstrich',
      '-': 'Bindestrich',
      _: 'Unterstrich',
      ':': 'Doppelpunkt',
    },
    '@': 'ät',
  },
}
