import type { SentenceRules } from './language.ts'
import type { Boundary, Utterance } from './utterance.ts'

/**
 * The most that is said in one go, in letters: about 25 s of speech. Bounds an engine's memory and the
 * time to first audio.
 */
export const MAX_UTTERANCE_WEIGHT = 400
/** A digit or sign is read as a word ("7", "%"), so it counts for about as many letters. */
const SPELT_WEIGHT = 5
/** A cut at a comma leaves at least this part of the limit, or a space does better. */
const MIN_CLAUSE_PART = 0.25

/**
 * Splits text into sentences and, where one is over 400 letters long, into clauses or words. Blank lines
 * end a paragraph; a line break inside one ends a sentence unless the next line goes on in lower case.
 * Takes any string; pieces are trimmed, not empty, and hold all of the text in order.
 */
export function splitSentences(text: string, rules: SentenceRules): Utterance[] {
  return tidyWhitespace(text)
    .split(/\n{2,}/)
    .flatMap((paragraph) => splitParagraph(paragraph, rules))
}

/** Line ends as \n, other white space as one space: the patterns below then stay linear on any input. */
function tidyWhitespace(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\u2029', '\n\n')
    .replace(/\r\n?|[\u2028\u0085\v\f]/gu, '\n')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
}

function splitParagraph(paragraph: string, rules: SentenceRules): Utterance[] {
  const sentences = paragraph
    .replace(/\n(?=\p{Ll})/gu, ' ')
    .split('\n')
    .flatMap((line) => mend([...segments(line, rules.language)], rules))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
  return sentences.flatMap((sentence, i) =>
    splitLong(sentence, i === sentences.length - 1 ? 'paragraph' : 'sentence'),
  )
}

function* segments(line: string, language: string): Generator<string> {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' })
  for (const { segment } of segmenter.segment(line)) yield segment
}

/** Joins what Unicode's rules (UAX #29) cut too eagerly, as they know no abbreviations. */
function mend(parts: readonly string[], rules: SentenceRules): string[] {
  const sentences: string[] = []
  for (const part of parts) {
    const before = sentences.at(-1)
    if (before === undefined) sentences.push(part)
    else if (goesOn(before, part, rules)) sentences[sentences.length - 1] = before + part
    else {
      const [closing, next] = closingQuote(before, part)
      sentences[sentences.length - 1] = before + closing
      sentences.push(next)
    }
  }
  return sentences.filter((sentence) => sentence !== '')
}

/** "« Non ! » Il part.": with a space before it, UAX #29 gives the closing mark to the next sentence. */
function closingQuote(before: string, next: string): [closing: string, next: string] {
  const mark = next.match(/^\s*([»«])\s*/u)
  if (!mark) return ['', next]
  const opening = mark[1] === '»' ? '«' : '»'
  const count = (sign: string) => before.split(sign).length
  return count(opening) > count(mark[1]!) ? [mark[0], next.slice(mark[0].length)] : ['', next]
}

function goesOn(before: string, next: string, rules: SentenceRules): boolean {
  if (!/[\p{L}\p{N}]/u.test(next)) return true
  // `"Stop!" he said`: UAX #29 ends a sentence at every ! and ?.
  if (/^[\s"'“”‘’„«»(–—-]*\p{Ll}/u.test(next)) return true
  if (rules.ordinalDot && endsInOrdinal(before) && !startsSentence(next, rules)) return true
  const tail = before.slice(-24).match(/(?:^|[\s("'“‘„«»])([\p{L}.]+)\.\s*$/u)?.[1]
  if (tail === undefined) return false
  const word = tail.toLowerCase()
  if (rules.openAbbreviations.has(word)) return true
  if (rules.numberAbbreviations.has(word) && /^\s*\d/.test(next)) return true
  return isInitials(tail) && !startsSentence(next, rules)
}

/** "am 3.", "im 19."; not "1984.", which is a year at the end. */
function endsInOrdinal(before: string): boolean {
  return /(?:^|[^\p{L}\d.,:])\d{1,2}\.\s*$/u.test(before.slice(-8))
}

/** "J", "J.R.R", "U.S": single letters, each but the last with its dot. */
function isInitials(word: string): boolean {
  return /^(?:\p{Lu}\.)*\p{Lu}$/u.test(word)
}

function startsSentence(next: string, rules: SentenceRules): boolean {
  const first = next.match(/\p{L}+/u)?.[0] ?? ''
  return rules.sentenceStarters.has(first.toLowerCase())
}

function splitLong(sentence: string, boundary: Boundary): Utterance[] {
  const pieces: Utterance[] = []
  let rest = sentence
  for (let end = overflow(rest); end < rest.length; end = overflow(rest)) {
    const cut = cutPoint(rest, end)
    pieces.push({ text: rest.slice(0, cut.at).trim(), boundary: cut.boundary })
    rest = rest.slice(cut.at).trimStart()
  }
  pieces.push({ text: rest, boundary })
  return pieces.filter((piece) => piece.text !== '')
}

/** Where the text has used up the limit: an index into it, never inside a character, or its length. */
function overflow(text: string): number {
  let weight = 0
  let at = 0
  for (const character of text) {
    weight += /[\p{L}\p{M}\s.,;:!?'"()-]/u.test(character) ? 1 : SPELT_WEIGHT
    if (weight > MAX_UTTERANCE_WEIGHT) return at
    at += character.length
  }
  return at
}

/** After the last clause mark before `end`, else at the last space, else at `end` itself. */
function cutPoint(text: string, end: number): { at: number; boundary: Boundary } {
  const head = text.slice(0, end)
  const clause = [...head.matchAll(/[,;:)\u2013\u2014](?=\s)/gu)].at(-1)
  if (clause && clause.index >= end * MIN_CLAUSE_PART) {
    return { at: clause.index + 1, boundary: 'clause' }
  }
  const space = head.search(/\s\S*$/u)
  return { at: space > 0 ? space : end, boundary: 'word' }
}
