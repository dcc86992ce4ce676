import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { english } from './english.ts'
import { normalise } from './normalise.ts'
import { prepareText } from './utterance.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
const say = (text: string) => normalise(text, english)

describe('spells out what flite does not read', () => {
  const table: [written: string, said: string][] = [
    ['It costs €12.50.', 'It costs 12 euros 50.'],
    ['£1, $1 and 12,50 €', '1 pound, 1 dollar and 12 euros 50'],
    ['$0.99 or £0.05', '99 cents or 5 pence'],
    ['$3.5 million, €2bn, $5k', '3.5 million dollars, 2 billion euros, 5 thousand dollars'],
    ['$1,250,000, US$5, 5 EUR', '1,250,000 dollars, 5 dollars, 5 euros'],
    ['$12.5 is $12.50', '12 dollars 50 is 12 dollars 50'],
    ['50% & 20°C @ #5', '50 percent and 20 degrees Celsius at number 5'],
    ['rock & roll, AT&T', 'rock and roll, A T and T'],
    ['an AI API in the EU', 'an A I A P I in the E U'],
    ['READ IT NOW', 'READ IT NOW'],
    ['“Smart” ‘quotes’ — here…', '"Smart" \'quotes\', here.'],
    ['naïve café, Straße, ﬁne, Łódź', 'naive cafe, Strasse, fine, Lodz'],
    ['5–10 km and 1½ cups', '5-10 kilometers and 1 and 1/2 cups'],
    ['in 1984 and 1905', 'in nineteen 84 and nineteen oh 5'],
    ['from 1914 to 1918, to 1150 km', 'from nineteen 14 to nineteen 18, to 1150 kilometers'],
    ['on 2024-05-12 at 10:30:15', 'on May 12, 2024 at 10:30 and 15 seconds'],
    ['version 2.3.1', 'version 2 point 3 point 1'],
    ['see www.example.com/a-b.', 'see w w w dot example dot com slash a dash b.'],
    ['me@example.com', 'me at example dot com'],
    ['e.g. this, i.e. that vs. those', 'for example this, that is that versus those'],
    ['**bold** _it_ `code` C#', 'bold it code C sharp'],
    ['No. 5 at Acme Co. Ltd.', 'number 5 at Acme Company Limited'],
    ['wow!!!!! really?!?', 'wow! really?'],
    ['Title ===== and $$$ or C++', 'Title and or C plus plus'],
    ['a👍🏽b 👩‍👩‍👧 c', 'a b c'],
    ['zero\u200bwidth \u202eright', 'zerowidth right'],
    ['x'.repeat(70), `${'x'.repeat(60)} ${'x'.repeat(10)}`],
  ]
  it.each(table)('%j', (written, said) => {
    expect(say(written)).toBe(said)
  })
})

it('leaves alone what flite reads well', () => {
  for (const text of [
    'Dr. Smith paid 1,234,567 at 10:30 am on May 5, 2024.',
    "It's 3.14159, -5 or 21st; 1/2 of it, don't ask.",
    'Call NASA, the FBI (or me): semi-colons; too!',
  ]) {
    expect(say(text)).toBe(text)
  }
})

it('finds nothing to say in signs and other scripts alone', () => {
  for (const text of [
    '',
    ' \n\t',
    '👍👍',
    '...!?',
    '\u200b\u200d',
    'مرحبا',
    '你好',
    '\ud800',
    '—',
    '***',
  ]) {
    expect(prepareText(text)).toEqual([])
  }
  expect(prepareText('Hello мир')).toEqual([
    { text: 'Hello', boundary: 'paragraph', written: 'Hello мир' },
  ])
})

it('gives plain ASCII without runs of marks, whatever the text', () => {
  const hard = fc.constantFrom(
    '.',
    '!',
    '€',
    '1',
    ',',
    ' ',
    '$',
    '%',
    '-',
    'www.',
    '@',
    '½',
    '\u0301',
    '\n',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(hard, { maxLength: 400 }).map((parts) => parts.join('')),
  )
  const property = fc.property(texts, (text) => {
    expect(say(text)).toMatch(/^(?!.*([.,;:!?'"()/-])\1)[\x20-\x7e]*$/)
  })
  fc.assert(property, { seed: SEED, numRuns: 500 })
})
