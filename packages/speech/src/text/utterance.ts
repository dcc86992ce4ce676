import { english } from './english.ts'
import { normalise } from './normalise.ts'
import { splitSentences } from './sentences.ts'

/** How a text goes on after a piece of it, from no pause at all to a new paragraph. */
export type Boundary = 'word' | 'clause' | 'sentence' | 'paragraph'

/** A piece of text to say in one go, and what comes after it. */
export interface Utterance {
  text: string
  boundary: Boundary
}

/** An utterance as the engine gets it, and as it was written. */
export interface PreparedUtterance extends Utterance {
  written: string
}

/**
 * English text as utterances in plain ASCII words that flite can say: split at sentences, over-long
 * ones cut, symbols and signs spelt out. What cannot be said (emoji, other scripts) is left out, so a text
 * with nothing to say gives an empty list. Pure, linear in the text's length, takes any string.
 */
export function prepareText(text: string): PreparedUtterance[] {
  return splitSentences(text, english)
    .map(({ text, boundary }) => ({ text: normalise(text, english), boundary, written: text }))
    .filter((utterance) => isSpeakable(utterance.text))
}

function isSpeakable(text: string): boolean {
  return /[a-z0-9]/i.test(text)
}
