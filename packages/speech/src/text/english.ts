/**
 * English, as far as flite does not read it by itself. Its own front end (checked on flite 2.3, by
 * `-pw -ps`) reads numbers with thousands' commas, decimals, ordinals, fractions, clock times, per cent,
 * "May 5, 2024", Mr, Dr, St and roman numerals after names; those are left to it.
 */
import type { CurrencyWords, LanguageRules } from './language.ts'

const words = (list: string) => new Set(list.split(' '))

const currency = (one: string, many: string, hundredths: string): CurrencyWords => ({
  one,
  many,
  hundredths,
})
const dollar = currency('dollar', 'dollars', 'cents')
const euro = currency('euro', 'euros', 'cents')
const pound = currency('pound', 'pounds', 'pence')
const yen = currency('yen', 'yen', 'sen')
const rupee = currency('rupee', 'rupees', 'paise')
const franc = currency('franc', 'francs', 'centimes')
const zloty = currency('zloty', 'zloty', 'groszy')

export const english: LanguageRules = {
  language: 'en',
  openAbbreviations: words(
    'mr mrs ms messrs mx dr prof rev hon st gen col maj capt cpt lt sgt cdr adm gov sen rep pres ' +
      'e.g i.e cf viz vs al',
  ),
  numberAbbreviations: words(
    'no nos fig figs eq vol pp p ch sec art para approx ca c jan feb mar apr jun jul aug sep sept ' +
      'oct nov dec',
  ),
  sentenceStarters: words(
    'the a an it he she they we i you this that these those there in on at but and so however then ' +
      'if when while after before our my his her their its what who why how',
  ),
  currencies: {
    ...{ $: dollar, US$: dollar, USD: dollar, '€': euro, EUR: euro, '£': pound, GBP: pound },
    ...{ '¥': yen, JPY: yen, '₹': rupee, INR: rupee, CHF: franc, PLN: zloty },
  },
  magnitudes: {
    ...{ k: 'thousand', thousand: 'thousand', m: 'million', mn: 'million', million: 'million' },
    ...{ bn: 'billion', b: 'billion', billion: 'billion', tn: 'trillion', trillion: 'trillion' },
  },
  expansions: [
    [/\be\.g\./gi, 'for example'],
    [/\bi\.e\./gi, 'that is'],
    [/\bvs\.?(?=\s)/gi, 'versus'],
    [/\bNo\.(?= ?\d)/gi, 'number'],
    [/\bapprox\./gi, 'approximately'],
    [/\bet al\./gi, 'and others'],
    [/\bw\/o(?=\s)/gi, 'without'],
    [/\bCo\.(?!\w)/g, 'Company'],
    [/\bInc\.(?!\w)/g, 'Incorporated'],
    [/\bLtd\b\.?/g, 'Limited'],
    [/\bCorp\./g, 'Corporation'],
    [/\bDept\./gi, 'department'],
    [/(?<=\d) ?km\/h\b/g, ' kilometers per hour'],
    [/(?<=\d) ?mph\b/gi, ' miles per hour'],
    [/(?<=\d) ?kWh\b/g, ' kilowatt hours'],
    [/(?<=\d) ?km\b/g, ' kilometers'],
    [/(?<=\d) ?cm\b/g, ' centimeters'],
    [/(?<=\d) ?mm\b/g, ' millimeters'],
    [/(?<=\d) ?kg\b/g, ' kilograms'],
    [/(?<=\d) ?mg\b/g, ' milligrams'],
    [/(?<=\d) ?ml\b/gi, ' milliliters'],
    [/(?<=\d) ?GB\b/g, ' gigabytes'],
    [/(?<=\d) ?MB\b/g, ' megabytes'],
    [/(?<=\d) ?kHz\b/g, ' kilohertz'],
    [/(?<=\d) ?Hz\b/g, ' hertz'],
    [/(?<=\d) ?°C\b/g, ' degrees Celsius'],
    [/(?<=\d) ?°F\b/g, ' degrees Fahrenheit'],
    [/\bC#/g, 'C sharp'],
    [/#(?=\d)/g, 'number '],
    [/#(?=[a-z])/gi, 'hashtag '],
    [/(?<=\d)\s*[*×]\s*(?=\d)/g, ' times '],
    [/(?<=\d)\s*÷\s*(?=\d)/g, ' divided by '],
    [/(?<=\w)\^(?=\d)/g, ' to the power of '],
    [/~(?=\d)/g, 'about '],
    [/(?<=[\d\s])<(?=[\d\s])/g, ' less than '],
    [/(?<=[\d\s])>(?=[\d\s])/g, ' greater than '],
    [/(?<!\w)'n'(?!\w)/g, 'and'],
  ],
  spelled: words('AI API APIs EU US UK UN CEO CFO CTO COO URL URLs IT ID IDs IP UI UX SQL USA'),
  symbols: {
    ...{ '&': 'and', '%': 'percent', '@': 'at', '+': 'plus', '=': 'equals', '°': 'degrees' },
    ...{ $: 'dollars', '€': 'euros', '£': 'pounds', '¥': 'yen', '₹': 'rupees', '§': 'section' },
  },
  address: {
    ...{ '.': 'dot', '/': 'slash', '-': 'dash', _: 'underscore', ':': 'colon', '@': 'at' },
    '?': 'question mark',
  },
  centuries: {
    ...{ 11: 'eleven', 12: 'twelve', 13: 'thirteen', 14: 'fourteen', 15: 'fifteen' },
    ...{ 16: 'sixteen', 17: 'seventeen', 18: 'eighteen', 19: 'nineteen' },
  },
  months: [
    ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'],
    ...['September', 'October', 'November', 'December'],
  ],
}
