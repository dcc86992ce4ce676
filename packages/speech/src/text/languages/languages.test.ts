import { describe, expect, it } from 'vitest'
import { prepareSpoken } from '../prepare.ts'

const say = (locale: string, text: string) =>
  prepareSpoken(text, locale)
    .map((utterance) => utterance.text)
    .join(' | ')

/** What is written, and what the engine is given. One table per language, for its speakers to correct. */
const TABLES: Record<string, [written: string, said: string][]> = {
  'en-GB': [
    [
      'On 5 May 2024 it cost £12.50.',
      'On the fifth of May, twenty twenty-four it cost twelve pounds fifty.',
    ],
    ['May 5, 2024 at 14:30', 'the fifth of May, twenty twenty-four at fourteen thirty'],
    [
      '12/05/2024 and 2024-05-12',
      'the twelfth of May, twenty twenty-four and the twelfth of May, twenty twenty-four',
    ],
    [
      '€5, $3.5m, $1, £0.05, CHF 20',
      'five euros, 3.5 million dollars, one dollar, five pence, twenty Swiss francs',
    ],
    [
      '-5 °C at 120 km/h, 1 km, 16 GB',
      'minus five degrees Celsius at one hundred and twenty kilometres per hour, one kilometre, sixteen gigabytes',
    ],
    ['in 1984 and 1905', 'in nineteen eighty-four and nineteen oh five'],
    ['2:30 pm, No. 5 vs. 6', 'two thirty pee em, number 5 versus 6'],
    ['The EU API, NATO', 'The ee you eigh pee eye, NATO'],
    ['1½ cups, 3/4, 5–10 km', '1 and one half cups, three quarters, 5 to ten kilometres'],
    ['see https://a.io/b-c.', 'see a dot io slash b dash c.'],
    ['1,234 and 12.5 and 21st and 50%', '1,234 and 12.5 and 21st and 50%'],
    ['good 👍🏽 “naïve” café…', 'good "naïve" café.'],
  ],
  'en-US': [['05/12/2024', 'the twelfth of May, twenty twenty-four']],
  'de-DE': [
    [
      'Am 3. Mai 2024 um 14:30 Uhr.',
      'Am dritten Mai zweitausendvierundzwanzig um vierzehn Uhr dreißig.',
    ],
    ['Der 3. Mai, am 12.05.2024', 'Der dritte Mai, am zwölften Mai zweitausendvierundzwanzig'],
    [
      '1 € und 21 € und 0,99 € und 12,50 €',
      'ein Euro und einundzwanzig Euro und neunundneunzig Cent und zwölf Euro fünfzig',
    ],
    ['2,5 Mio. € im Jahr 1984', '2,5 Millionen Euro im Jahr neunzehnhundertvierundachtzig'],
    [
      '5 kg bei -20 °C und 120 km/h, 1 t',
      'fünf Kilogramm bei minus zwanzig Grad Celsius und einhundertzwanzig Kilometer pro Stunde, eine Tonne',
    ],
    ['Der 1. Platz, im 19. Jahrhundert', 'Der erste Platz, im neunzehnten Jahrhundert'],
    ['z. B. das usw.', 'zum Beispiel das und so weiter.'],
    ['Hr. Dr. Müller, Nr. 5, § 5, S. 12', 'Herr Doktor Müller, Nummer 5, Paragraf 5, Seite 12'],
    ['Die EU und die NATO', 'Die eh uh und die NATO'],
    ['me@x.de, ½ Liter', 'me ät x Punkt de, ein halb Liter'],
    ['14.30 Uhr, 1.234, 12,5, 50 %', 'vierzehn Uhr dreißig, 1.234, 12,5, 50 %'],
  ],
  'fr-FR': [
    [
      'Le 1er mai 2024 à 14h30, 12,50 €.',
      'Le premier mai deux mille vingt-quatre à quatorze heures trente, douze euros cinquante.',
    ],
    ['M. Dupont au n° 5', 'Monsieur Dupont au numéro 5'],
    [
      '1,5 M€, 1 €, 21 £, 80 000 €',
      "1,5 million d'euros, un euro, vingt et une livres, quatre-vingt mille euros",
    ],
    ['le XXe siècle, la 2e fois, la 1re', 'le vingtième siècle, la deuxième fois, la première'],
    [
      '5 kg, 20 °C, 120 km/h, 16 Go',
      'cinq kilogrammes, vingt degrés Celsius, cent vingt kilomètres par heure, seize gigaoctets',
    ],
    ['12/05/2024 dans l’UE', "douze mai deux mille vingt-quatre dans l'u euh"],
    ['c.-à-d. 1 234 ou 12,5 ou 50 %', "c'est-à-dire 1 234 ou 12,5 ou 50 %"],
  ],
  'it-IT': [
    [
      'Il 1° maggio 2024 alle 14:30.',
      'Il primo maggio duemilaventiquattro alle quattordici e trenta.',
    ],
    [
      '12,50 €, 1 €, 21 €, 2,5 mln €',
      'dodici euro e cinquanta, un euro, ventuno euro, 2,5 milioni di euro',
    ],
    ['il Sig. Rossi, al n. 5, 3° piano, 3ª', 'il Signor Rossi, al numero 5, terzo piano, terza'],
    [
      '5 kg, 20 °C, 120 km/h, 20°',
      "cinque chilogrammi, venti gradi Celsius, centoventi chilometri all'ora, venti gradi",
    ],
    ['12/05/2024 nell’UE', "dodici maggio duemilaventiquattro nell'u e"],
  ],
  'es-ES': [
    [
      'El 1.º de mayo de 2024 a las 14:30.',
      'El uno de mayo de dos mil veinticuatro a las catorce y treinta.',
    ],
    [
      '1 €, 21 €, 200 £, 21 £, 12,50 €',
      'un euro, veintiún euros, doscientas libras, veintiuna libras, doce euros con cincuenta',
    ],
    ['el 3.er piso, la 2.ª vez', 'el tercer piso, la segunda vez'],
    ['EE. UU. y la UE', 'Estados Unidos y la u e'],
    [
      '5 kg, 20 °C, 120 km/h',
      'cinco kilogramos, veinte grados Celsius, ciento veinte kilómetros por hora',
    ],
    ['el siglo XX, la Sra. López', 'el siglo veinte, la señora López'],
  ],
  'pl-PL': [
    [
      '3 maja 2024 r. o 14:30.',
      'trzeciego maja dwa tysiące dwudziestego czwartego roku o czternastej trzydzieści.',
    ],
    ['w 1984 r. było', 'w tysiąc dziewięćset osiemdziesiątym czwartym roku było'],
    [
      '1 zł, 2 zł, 5 zł, 22 zł, 12,50 zł',
      'jeden złoty, dwa złote, pięć złotych, dwadzieścia dwa złote, dwanaście złotych pięćdziesiąt groszy',
    ],
    ['2 km, 5 km, 2,5 km, 2 t', 'dwa kilometry, pięć kilometrów, 2,5 kilometra, dwie tony'],
    ['3. miejsce, 1. klasa, XX wieku', 'trzecie miejsce, pierwsza klasa, dwudziestego wieku'],
    ['ul. Długa 5, np. UE', 'ulica Długa 5, na przykład u e'],
    ['5 mln zł, 12 €', 'pięć milionów złotych, dwanaście euro'],
  ],
  'bg-BG': [['Здравейте, hello 5 % ω', 'Здравейте, hello 5 %']],
  'el-GR': [['Γεια σας 12,5 kg я', 'Γεια σας 12,5 kg']],
  'lv-LV': [['Čau! 3. maijā ir 5 €.', 'Čau! | 3. maijā ir 5 €.']],
}

describe.each(Object.entries(TABLES))('%s', (locale, table) => {
  it.each(table)('%j', (written, said) => {
    expect(say(locale, written)).toBe(said)
  })
})

it('keeps what was written beside what is said', () => {
  const [first, second] = prepareSpoken('Um 8:05 Uhr. Für 5 €!', 'de')
  expect(first).toMatchObject({ written: 'Um 8:05 Uhr.', text: 'Um acht Uhr fünf.' })
  expect(second).toMatchObject({ written: 'Für 5 €!', boundary: 'paragraph' })
})

describe('leaves alone what only looks like a date, a time or an amount', () => {
  it.each([
    ['de', 'am 32.13.2024'],
    ['en', 'the score was 25:61'],
    ['fr', 'la version 2.3.1'],
    ['es', 'modelo X5'],
  ])('%s %j', (locale, text) => {
    expect(say(locale, text)).toBe(text)
  })
})
