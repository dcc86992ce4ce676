import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentenceRulesFor } from './languages/find.ts'
import { prepareSpoken } from './prepare.ts'
import { splitSentences } from './sentences.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
const LOCALES = 'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ')

describe('ends a sentence where a reader does', () => {
  const table: [locale: string, text: string, sentences: string[]][] = [
    ['de', 'Am 3. Mai kam Dr. Huber. Er ging.', ['Am 3. Mai kam Dr. Huber.', 'Er ging.']],
    ['de', 'Das war 1984. Dann kam z. B. Anna.', ['Das war 1984.', 'Dann kam z. B. Anna.']],
    ['de', '„Halt!“ rief er. »Nein! « Sie ging.', ['„Halt!“ rief er.', '»Nein! «', 'Sie ging.']],
    ['de', 'Er wurde 3. Dann ging er.', ['Er wurde 3.', 'Dann ging er.']],
    ['fr', '« Non ! » Il part. M. Dupont reste.', ['« Non ! »', 'Il part.', 'M. Dupont reste.']],
    ['fr', 'Il a dit « Quoi ? » et rit. Fin.', ['Il a dit « Quoi ? » et rit.', 'Fin.']],
    [
      'it',
      'Il Sig. Rossi e la Dott.ssa Neri. Ciao!',
      ['Il Sig. Rossi e la Dott.ssa Neri.', 'Ciao!'],
    ],
    ['es', '¿Qué? La Sra. Ruiz, núm. 5. ¡Sí!', ['¿Qué?', 'La Sra. Ruiz, núm. 5.', '¡Sí!']],
    [
      'pl',
      'Prof. Nowak z ul. Długiej, np. Ewa. Tak.',
      ['Prof. Nowak z ul. Długiej, np. Ewa.', 'Tak.'],
    ],
    ['pl', '3. miejsce w 2024 r. Potem nic.', ['3. miejsce w 2024 r.', 'Potem nic.']],
    ['nl', 'Dhr. Jansen woont op nr. 5. Hij rust.', ['Dhr. Jansen woont op nr. 5.', 'Hij rust.']],
    [
      'cs',
      'Dne 3. Května přišel MUDr. Novák. Pak odešel.',
      ['Dne 3. Května přišel MUDr.', 'Novák.', 'Pak odešel.'],
    ],
    ['sv', 'Hr. Ek kom kl. 8.30. Han log.', ['Hr. Ek kom kl. 8.30.', 'Han log.']],
    ['el', 'Ο κ. Νίκος ήρθε. Τι κάνει; Καλά.', ['Ο κ. Νίκος ήρθε.', 'Τι κάνει;', 'Καλά.']],
    ['bg', 'Г-н Петров и проф. Иванов. Да.', ['Г-н Петров и проф. Иванов.', 'Да.']],
    ['ja', 'A. B.', ['A. B.']],
  ]
  it.each(table)('%s %j', (locale, text, sentences) => {
    expect(splitSentences(text, sentenceRulesFor(locale)).map((piece) => piece.text)).toEqual(
      sentences,
    )
  })
})

it('keeps the accents and letters of each language', () => {
  const letters: Record<string, string> = {
    cs: 'Příliš žluťoučký kůň',
    de: 'Größe Übung',
    fr: 'œuvre où ça',
    hu: 'árvíztűrő',
    lv: 'šķūnis ģimene',
    mt: 'ħobż għażiż',
    pl: 'zażółć gęślą jaźń',
    ro: 'știință țară',
    el: 'ξεσκεπάζω',
    bg: 'щъркел',
  }
  for (const [locale, text] of Object.entries(letters)) {
    expect(prepareSpoken(text.normalize('NFD'), locale)[0]?.text).toBe(text)
  }
})

it('drops what nobody reads: pictures, flags, invisible signs, stacked accents', () => {
  expect(prepareSpoken('a\u0301\u0302\u0303\u0304b 🇩🇪 ❤️ 👩‍👩‍👧 1️⃣ ®', 'de')[0]?.text).toBe('áb 1')
  expect(prepareSpoken('zero\u200bwidth \u202eright\u2069 so\u00adft', 'de')[0]?.text).toBe(
    'zerowidth right soft',
  )
})

it('gives an engine only letters it can read and no command, on any string in any language', () => {
  const bits = fc.constantFrom(
    ...[
      '[[',
      ']]',
      '\u0001',
      '1.',
      '3. Mai',
      '€',
      '12,50',
      ' zł',
      'XX',
      '-',
      '<',
      '½',
      '\u0301',
      'http://',
      '@',
    ],
    ...[
      '1.000.000',
      '14:30',
      '2024-05-12',
      '. ',
      '\n',
      'Dr. ',
      'A&B',
      '«',
      '»',
      '5–6',
      '\ud800',
      '𝟙',
      'ﬁ',
    ],
  )
  const texts = fc.oneof(
    fc.array(bits, { maxLength: 80 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
  )
  const property = fc.property(fc.constantFrom(...LOCALES), texts, (locale, text) => {
    for (const { text: said, written } of prepareSpoken(text, locale)) {
      expect(said).toMatch(/^[\p{L}\p{N} .,;:!?¿¡'"()%+&@=€$£§°/²³½¼¾⅓⅔ºª–-]+$/u)
      expect(said).not.toMatch(/undefined|NaN|([^\p{L}\p{N} ])\1/u)
      expect(said.length).toBeLessThan(60 * written.length + 20)
    }
  })
  fc.assert(property, { seed: SEED, numRuns: 600 })
})

it('reads a long run of anything without getting slow', () => {
  const runs = [
    '1',
    '1.',
    '3. ',
    '1€ ',
    'a.',
    '-',
    '.',
    '" ',
    '« ',
    'XIX ',
    'A&',
    '1/2',
    '1:2',
    '\u0301',
    'http://',
    '1 000 ',
    'Dr. ',
  ]
  for (const locale of ['de', 'en', 'fr', 'pl', 'el']) {
    for (const run of runs) {
      const text = run.repeat(Math.ceil(5_000 / run.length))
      expect(prepareSpoken(text, locale).length).toBeLessThanOrEqual(5_000)
    }
  }
})
