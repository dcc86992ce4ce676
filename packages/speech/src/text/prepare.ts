import { foldUnicode, tidyForEngine } from './fold.ts'
import { sentenceRulesFor, tableFor } from './languages/find.ts'
import { rewrite } from './rewrite.ts'
import { splitSentences } from './sentences.ts'
import type { PreparedUtterance } from './utterance.ts'

/**
 * Text of a locale (BCP-47) as utterances for an engine that reads the language's own letters, bare numbers
 * and percentages: split at sentences, over-long ones cut, figures and signs in words where the language has
 * a table (en, de, fr, it, es, pl). What cannot be said (pictures, other alphabets) is left out, so a text
 * with nothing to say gives an empty list. Pure, takes any string.
 */
export function prepareSpoken(text: string, locale: string): PreparedUtterance[] {
  const table = tableFor(locale)
  const rules = sentenceRulesFor(locale)
  return splitSentences(text, rules)
    .map(({ text: written, boundary }) => {
      const said = table ? rewrite(written, table) : foldUnicode(written)
      return { text: tidyForEngine(said, rules.language), boundary, written }
    })
    .filter((utterance) => /[\p{L}\p{N}]/u.test(utterance.text))
}
