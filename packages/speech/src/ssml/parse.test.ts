import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SsmlError } from './error.ts'
import { MAX_MARKUP_LENGTH } from './markup.ts'
import { isSsml, MAX_DEPTH, parseSsml } from './parse.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
const plain = { language: 'en-GB', rate: 1, pitchSemitones: 0, volumeDb: 0 }
const read = (inner: string, language = 'en-GB') => parseSsml(`<speak>${inner}</speak>`, language)
const said = (inner: string, language?: string) =>
  read(inner, language)
    .map(({ text }) => text)
    .join(' | ')

it('tells markup from text', () => {
  for (const text of ['<speak>a</speak>', ' \n<speak version="1.1">', '<speak/>']) {
    expect(isSsml(text)).toBe(true)
  }
  for (const text of ['', 'speak', 'a <speak>', '<speaker>', '< speak>', '<SPEAK>']) {
    expect(isSsml(text)).toBe(false)
  }
})

it('reads plain text as one segment', () => {
  expect(read(' Hello,\n  you. ')).toEqual([
    { ...plain, text: 'Hello, you.', breakSeconds: null, boundary: 'paragraph' },
  ])
  expect(read('')).toEqual([])
})

it('nests prosody: rates multiply, pitch and volume add up, within what engines can do', () => {
  const [outer, inner, most] = read(
    '<prosody rate="80%" pitch="-2st" volume="soft">a <prosody rate="+50%" pitch="+50%" volume="+4dB">b' +
      ' <prosody rate="200%" pitch="x-high" volume="+12dB">c</prosody></prosody></prosody>',
  )
  expect(outer).toMatchObject({ rate: 0.8, pitchSemitones: -2, volumeDb: -6 })
  expect(inner!.rate).toBeCloseTo(1.2)
  expect(inner!.pitchSemitones).toBeCloseTo(5.02, 2)
  expect(inner!.volumeDb).toBe(-2)
  expect(most).toMatchObject({ rate: 2, pitchSemitones: 7.1, volumeDb: 10 })
})

it('says where a text goes on as a sentence, a clause or a word', () => {
  const segments = read(
    'One. <emphasis>two,</emphasis> three <emphasis level="strong">four</emphasis><p><s>Five</s>six</p>seven',
  )
  expect(segments.map(({ text, boundary }) => [text, boundary])).toEqual([
    ...[
      ['One.', 'sentence'],
      ['two,', 'clause'],
      ['three', 'word'],
      ['four', 'paragraph'],
    ],
    ...[
      ['Five', 'sentence'],
      ['six', 'paragraph'],
      ['seven', 'paragraph'],
    ],
  ])
})

it('puts exact pauses after what was said, and one before it', () => {
  const segments = read(
    '<break time="1.5s"/>a<break time="400ms"/><break strength="strong"/>b<break/>',
  )
  expect(segments.map(({ text, breakSeconds }) => [text, breakSeconds])).toEqual([
    ...[
      ['', 1.5],
      ['a', 1],
      ['b', 0.35],
    ],
  ])
  expect(read('a<break strength="none"/>b')[0]).toMatchObject({ breakSeconds: 0 })
  expect(read('a<break strength="weak" time="2s"/>b')[0]).toMatchObject({ breakSeconds: 2 })
})

it('changes the language, and takes it from speak, p and s too', () => {
  const markup =
    '<speak xml:lang="de-de">a<lang xml:lang="fr">b</lang><p xml:lang="it">c<s xml:lang="es-ES">d</s></p></speak>'
  const languages = parseSsml(markup, 'en').map(({ language }) => language)
  expect(languages).toEqual(['de-DE', 'fr', 'it', 'es-ES'])
})

it('resolves entities, references and CDATA, and skips comments', () => {
  expect(
    said('a &lt;b&gt; &amp;&quot;&apos; &#228;&#x1F600;<!-- <x> & --><![CDATA[<i>&amp;]]>'),
  ).toBe('a <b> &"\' ä😀<i>&amp;')
})

describe('says as it is told', () => {
  const table: [language: string, as: string, text: string, words: string][] = [
    ['en', 'cardinal', '1984', 'one thousand nine hundred and eighty-four'],
    ['en', 'ordinal', '21st', 'twenty-first'],
    ['en', 'characters', 'AB1+', 'eigh bee one plus'],
    ['en-US', 'date', '05/06/2024', 'the sixth of May, twenty twenty-four'],
    ['en', 'date', '05/06/2024', 'the fifth of June, twenty twenty-four'],
    ['en', 'time', '2:30pm', 'two thirty pee em'],
    ['en', 'telephone', '+44 20 123', 'plus four four, two zero, one two three'],
    ['en', 'currency', '$12.50', 'twelve dollars fifty'],
    ['en', 'unit', '5kg', 'five kilograms'],
    ['de', 'cardinal', '-12', 'minus zwölf'],
    ['de', 'ordinal', '3.', 'dritter'],
    ['de', 'time', '14:30', 'vierzehn Uhr dreißig'],
    ['fr', 'date', '2024-05-01', 'premier mai deux mille vingt-quatre'],
    ['it', 'ordinal', '3', 'terzo'],
    ['es', 'currency', '21 €', 'veintiún euros'],
    ['pl', 'unit', '2 km', 'dwa kilometry'],
    ['sv', 'characters', 'abc', 'a b c'],
    ['sv', 'cardinal', '12', '12'],
    ['en', 'cardinal', 'many', 'many'],
    ['en', 'date', '99/99/2024', '99/99/2024'],
  ]
  it.each(table)('%s %s %j', (language, as, text, words) => {
    expect(said(`<say-as interpret-as="${as}">${text}</say-as>`, language)).toBe(words)
  })

  it('with the order that the format gives', () => {
    const date = (format: string) =>
      said(`<say-as interpret-as="date" format="${format}">3/4/24</say-as>`)
    expect(date('mdy')).toBe('the fourth of March, twenty twenty-four')
    expect(date('dmy')).toBe('the third of April, twenty twenty-four')
  })

  it('and an alias in place of the text', () => {
    expect(said('the <sub alias="World Wide Web">WWW</sub> is')).toBe('the World Wide Web is')
  })
})

describe('names what is wrong, with line and column', () => {
  const table: [markup: string, code: string, line: number, column: number][] = [
    ['<speak>', 'syntax', 1, 1],
    ['<speak>\n  <p>a</speak>', 'syntax', 2, 7],
    ['<speak>\r\n a <foo/></speak>', 'unknown_element', 2, 4],
    ['<speak>😀é <voice>a</voice></speak>', 'unknown_element', 1, 11],
    ['<speak><prosody speed="2">a</prosody></speak>', 'unknown_attribute', 1, 17],
    ['<speak>\n\n<prosody rate="300%">a</prosody></speak>', 'bad_value', 3, 10],
    ['<speak><prosody pitch="120Hz">a</prosody></speak>', 'bad_value', 1, 17],
    ['<speak><prosody volume="+99dB">a</prosody></speak>', 'bad_value', 1, 17],
    ['<speak><break time="11s"/></speak>', 'bad_value', 1, 15],
    ['<speak><break time="-1s"/></speak>', 'bad_value', 1, 15],
    ['<speak><say-as>a</say-as></speak>', 'bad_value', 1, 8],
    ['<speak><say-as interpret-as="rap">a</say-as></speak>', 'bad_value', 1, 16],
    ['<speak><sub>a</sub></speak>', 'bad_value', 1, 8],
    ['<speak><lang xml:lang="no such">a</lang></speak>', 'bad_value', 1, 14],
    ['<speak><emphasis level="__proto__">a</emphasis></speak>', 'bad_value', 1, 18],
    ['<speak><constructor/></speak>', 'unknown_element', 1, 8],
    ['<speak>a & b</speak>', 'syntax', 1, 10],
    ['<speak>a &nbsp; b</speak>', 'syntax', 1, 10],
    ['<speak>&#0;&#xD800;</speak>', 'syntax', 1, 8],
    ['<speak>a < b</speak>', 'syntax', 1, 10],
    ['<speak><break time=1s/></speak>', 'syntax', 1, 15],
    ['<speak><break time="1s" time="2s"/></speak>', 'syntax', 1, 25],
    ['<speak><break time="1s', 'syntax', 1, 15],
    ['<speak><break>a</break></speak>', 'misplaced', 1, 15],
    ['<speak><s><p>a</p></s></speak>', 'misplaced', 1, 11],
    ['<speak><p><p>a</p></p></speak>', 'misplaced', 1, 11],
    ['<speak><sub alias="a"><break/></sub></speak>', 'misplaced', 1, 23],
    ['<speak>a</speak><speak/>', 'misplaced', 1, 17],
    ['<speak>a</speak> b', 'syntax', 1, 17],
    ['<speak><!-- a</speak>', 'syntax', 1, 12],
    ['<speak><![CDATA[a</speak>', 'syntax', 1, 17],
    ['<speak><!DOCTYPE x></speak>', 'syntax', 1, 8],
    ['<speak><?php x ?></speak>', 'syntax', 1, 8],
    ['<speak>a\u0001</speak>', 'syntax', 1, 9],
  ]
  it.each(table)('%j is %s at %i:%i', (markup, code, line, column) => {
    const error = catchError(() => parseSsml(markup, 'en'))
    expect(error).toBeInstanceOf(SsmlError)
    expect(error).toMatchObject({ code, line, column })
    expect(error!.message).toContain(`(line ${line}, column ${column})`)
  })

  it('and bounds depth and length', () => {
    const deep = (n: number) => `${'<prosody>'.repeat(n)}a${'</prosody>'.repeat(n)}`
    expect(read(deep(MAX_DEPTH - 1))).toHaveLength(1)
    expect(catchError(() => read(deep(MAX_DEPTH)))).toMatchObject({ code: 'too_deep', line: 1 })
    const long = `<speak>${'a'.repeat(MAX_MARKUP_LENGTH)}</speak>`
    expect(catchError(() => parseSsml(long, 'en'))).toMatchObject({ code: 'too_long' })
  })
})

function catchError(run: () => unknown): Error | undefined {
  try {
    run()
  } catch (error) {
    return error as Error
  }
}

it('gives segments or a place, whatever the markup', () => {
  const bits = fc.constantFrom(
    ...[
      '<speak>',
      '</speak>',
      '<p>',
      '</p>',
      '<break/>',
      '<prosody rate="',
      '%">',
      '</prosody>',
      '&amp;',
      '&',
    ],
    ...[
      '<sub alias="',
      '">',
      '</sub>',
      '<say-as interpret-as="date">',
      '</say-as>',
      '5/6',
      '<!--',
      '-->',
      ']]>',
    ],
    ...[
      '<![CDATA[',
      '\ud800',
      '\u0301',
      '\n',
      'a',
      ' ',
      '"',
      "'",
      '=',
      '/>',
      '<lang xml:lang="de">',
      '</lang>',
    ],
  )
  const markups = fc.oneof(
    fc.array(bits, { maxLength: 40 }).map((parts) => `<speak>${parts.join('')}</speak>`),
    fc.string({ unit: 'binary', maxLength: 200 }).map((text) => `<speak>${text}`),
  )
  const property = fc.property(markups, (markup) => {
    try {
      for (const segment of parseSsml(markup, 'de')) {
        expect(segment.rate).toBeGreaterThanOrEqual(0.5)
        expect(segment.text.isWellFormed()).toBe(true)
      }
    } catch (error) {
      expect(error).toBeInstanceOf(SsmlError)
      expect((error as SsmlError).line).toBeGreaterThan(0)
    }
  })
  fc.assert(property, { seed: SEED, numRuns: 1_000 })
})
