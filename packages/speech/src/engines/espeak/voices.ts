import type { CatalogueVoice } from '../../catalogue-voice.ts'
import { espeak } from './espeak.ts'

/** Number, name and preview text of a language's voice; everything else is the same for all. */
type Row = readonly [engineVoice: string, language: string, name: string, previewText: string]

const ROWS: readonly Row[] = [
  ['bg', 'Bulgarian', 'Breza', 'Здравейте, аз съм Бреза. Чета вашите думи ясно и спокойно.'],
  ['cs', 'Czech', 'Jedle', 'Dobrý den, jmenuji se Jedle. Přečtu vám každý text jasně a klidně.'],
  ['da', 'Danish', 'Eg', 'Goddag, jeg hedder Eg. Jeg læser dine ord tydeligt og roligt op.'],
  ['de', 'German', 'Erle', 'Guten Tag, ich bin Erle. Ich lese Ihre Texte klar und ruhig vor.'],
  ['el', 'Greek', 'Elia', 'Γεια σας, είμαι η Ελιά. Διαβάζω τα λόγια σας καθαρά και ήρεμα.'],
  [
    'en-gb',
    'British English',
    'Rowan',
    'Hello, I am Rowan. I read your words plainly and without hurry.',
  ],
  ['es', 'Spanish', 'Olmo', 'Buenos días, soy Olmo. Leo sus textos con claridad y con calma.'],
  ['et', 'Estonian', 'Kask', 'Tere, mina olen Kask. Loen teie sõnad selgelt ja rahulikult ette.'],
  ['fi', 'Finnish', 'Koivu', 'Hyvää päivää, olen Koivu. Luen tekstisi selkeästi ja rauhallisesti.'],
  [
    'fr-fr',
    'French',
    'Frêne',
    'Bonjour, je suis Frêne. Je lis vos textes clairement et calmement.',
  ],
  ['ga', 'Irish', 'Dair', 'Dia duit, is mise Dair. Léim do chuid focal go soiléir agus go ciúin.'],
  ['hr', 'Croatian', 'Jasen', 'Dobar dan, ja sam Jasen. Čitam vaše riječi jasno i smireno.'],
  [
    'hu',
    'Hungarian',
    'Nyír',
    'Jó napot, Nyír vagyok. Tisztán és nyugodtan olvasom fel a szövegét.',
  ],
  [
    'it',
    'Italian',
    'Larice',
    'Buongiorno, sono Larice. Leggo i vostri testi con chiarezza e calma.',
  ],
  [
    'lt',
    'Lithuanian',
    'Beržas',
    'Laba diena, aš esu Beržas. Skaitau jūsų žodžius aiškiai ir ramiai.',
  ],
  ['lv', 'Latvian', 'Bērzs', 'Labdien, es esmu Bērzs. Es lasu jūsu vārdus skaidri un mierīgi.'],
  ['mt', 'Maltese', 'Żnuber', 'Bonġu, jien Żnuber. Naqra kliemek b’mod ċar u bil-kalma.'],
  ['nl', 'Dutch', 'Beuk', 'Goedendag, ik ben Beuk. Ik lees uw teksten helder en rustig voor.'],
  ['pl', 'Polish', 'Buk', 'Dzień dobry, jestem Buk. Czytam wasze teksty wyraźnie i spokojnie.'],
  [
    'pt',
    'European Portuguese',
    'Freixo',
    'Bom dia, sou o Freixo. Leio as suas palavras com clareza e calma.',
  ],
  [
    'ro',
    'Romanian',
    'Frasin',
    'Bună ziua, sunt Frasin. Citesc cuvintele dumneavoastră clar și calm.',
  ],
  ['sk', 'Slovak', 'Javor', 'Dobrý deň, volám sa Javor. Vaše slová čítam jasne a pokojne.'],
  ['sl', 'Slovenian', 'Hrast', 'Dober dan, jaz sem Hrast. Vaše besede berem jasno in mirno.'],
  ['sv', 'Swedish', 'Björk', 'Goddag, jag heter Björk. Jag läser dina ord tydligt och lugnt.'],
]

/**
 * `algorithmicMedia`: rules and formant tables that people wrote by hand, with nothing trained on recordings
 * (the IPTC keeps the type for media "not based on any sampled training data"). The recorded noises that
 * it plays for voiceless consonants are named in `madeBy`.
 */
function voiceOf([engineVoice, language, name, previewText]: Row): CatalogueVoice {
  const locale = espeak.localeOf!(engineVoice)
  return {
    id: `budget_${locale.toLowerCase().replace('-', '_')}_001`,
    name,
    locale,
    tier: 'budget',
    category: 'general',
    description: `A robotic but very clear ${language} voice for drafts, alerts and screen texts.`,
    engine: espeak,
    engineVoice,
    madeBy:
      `eSpeak NG, voice ${engineVoice}: formant synthesis by hand-written rules, voiceless consonants ` +
      'from short recorded noises (22.05 kHz)',
    digitalSourceType: 'algorithmicMedia',
    previewText,
  }
}

/** One voice per official language of the EU. */
export const espeakVoices: readonly CatalogueVoice[] = ROWS.map(voiceOf)
