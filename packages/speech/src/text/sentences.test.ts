import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { english } from './english.ts'
import { MAX_UTTERANCE_WEIGHT, splitSentences } from './sentences.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
const split = (text: string) => splitSentences(text, english).map((piece) => piece.text)

describe('ends a sentence where a reader does', () => {
  const table: [text: string, sentences: string[]][] = [
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['Dr. Smith met Mrs. Jones. They left.', ['Dr. Smith met Mrs. Jones.', 'They left.']],
    ['J. R. R. Tolkien wrote it.', ['J. R. R. Tolkien wrote it.']],
    ['J.R.R. Tolkien wrote it. Yes.', ['J.R.R. Tolkien wrote it.', 'Yes.']],
    ['She moved to the U.S. The rest stayed.', ['She moved to the U.S.', 'The rest stayed.']],
    ['The U.S. Army came.', ['The U.S. Army came.']],
    ['Pi is 3.14. It goes on.', ['Pi is 3.14.', 'It goes on.']],
    ['See No. 5. Then No. 6.', ['See No. 5.', 'Then No. 6.']],
    ['He said no. Then he left.', ['He said no.', 'Then he left.']],
    ['On Jan. 5 it rained.', ['On Jan. 5 it rained.']],
    ['Use fruit, e.g. Apples. Done.', ['Use fruit, e.g. Apples.', 'Done.']],
    ['Go to www.example.com. Now.', ['Go to www.example.com.', 'Now.']],
    ['See https://a.io/b.html?c=1. Bye.', ['See https://a.io/b.html?c=1.', 'Bye.']],
    ['"Stop!" he said. "Why?" she asked.', ['"Stop!" he said.', '"Why?" she asked.']],
    ['He said “Go.” Then he ran.', ['He said “Go.”', 'Then he ran.']],
    ['Wait... what? Yes.', ['Wait... what?', 'Yes.']],
    ['It is 5 p.m. now. Go.', ['It is 5 p.m. now.', 'Go.']],
    ['Acme Inc. makes it. Good.', ['Acme Inc. makes it.', 'Good.']],
    ['Really?! Yes. ...', ['Really?!', 'Yes. ...']],
    ['A line that\nwraps here.\nA new line', ['A line that wraps here.', 'A new line']],
    ['Title\r\n\r\nBody text.', ['Title', 'Body text.']],
    ['  \n\n \t ', []],
    ['', []],
  ]
  it.each(table)('%j', (text, sentences) => {
    expect(split(text)).toEqual(sentences)
  })
})

it('tells a paragraph from a sentence', () => {
  const boundaries = splitSentences('One. Two.\n\nThree.', english).map((piece) => piece.boundary)
  expect(boundaries).toEqual(['sentence', 'paragraph', 'paragraph'])
})

describe('cuts an over-long sentence', () => {
  it('at commas first', () => {
    const pieces = splitSentences(`${'several quiet words, '.repeat(60)}end.`, english)
    expect(pieces.slice(0, -1).every((piece) => piece.text.endsWith(','))).toBe(true)
    expect(pieces.slice(0, -1).every((piece) => piece.boundary === 'clause')).toBe(true)
    expect(pieces.at(-1)?.boundary).toBe('paragraph')
  })

  it('at spaces next, and anywhere at last', () => {
    expect(split('word '.repeat(300)).every((piece) => /^(word ?)+$/.test(piece))).toBe(true)
    expect(split('x'.repeat(1_000)).map((piece) => piece.length)).toEqual([400, 400, 200])
  })

  it('sooner when it is full of digits, which are long to say', () => {
    expect(split('7'.repeat(400)).length).toBe(5)
  })
})

it('loses nothing and stays within the limit, on any string', () => {
  const letters = (text: string) => text.toWellFormed().replace(/\s+/gu, '')
  const bits = fc.constantFrom(
    'Dr. ',
    'U.S. ',
    'a',
    ' ',
    '\n',
    '. ',
    '! ',
    '"',
    '👩‍👩‍👧',
    'é',
    '7',
    '\r',
    ', ',
  )
  const texts = fc.oneof(
    fc.array(bits, { maxLength: 900 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 900 }),
  )
  const property = fc.property(texts, (text) => {
    const pieces = split(text)
    expect(letters(pieces.join(''))).toBe(letters(text))
    expect(pieces.every((piece) => piece !== '' && piece.length <= MAX_UTTERANCE_WEIGHT)).toBe(true)
  })
  fc.assert(property, { seed: SEED, numRuns: 300 })
})
