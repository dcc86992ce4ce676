import { sentenceRulesFor } from '../../text/languages/find.ts'
import { prepareSpoken } from '../../text/prepare.ts'
import { splitSentences } from '../../text/sentences.ts'
import type { PreparedUtterance } from '../../text/utterance.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Text of a locale (BCP-47) as utterances for a neural model. A language that the package knows is prepared as
 * for every engine; of another one (Chinese, Arabic, Hindi …) letters and marks stay as they are, split at
 * Unicode's sentence ends, since only its model's own frontend can read them. Pure, takes any string.
 */
export function prepareNeural(text: string, locale: string): PreparedUtterance[] {
  const language = locale.toLowerCase().split('-')[0]!
  if (sentenceRulesFor(locale).language === language) return prepareSpoken(text, locale)
  const rules = {
    language,
    openAbbreviations: NONE,
    numberAbbreviations: NONE,
    sentenceStarters: NONE,
  }
  return splitSentences(text, rules)
    .map(({ text: written, boundary }) => ({ text: tidy(written), boundary, written }))
    .filter((utterance) => /[\p{L}\p{N}]/u.test(utterance.text))
}

/** Controls and pictures are no text in any script; the rest is the model's to judge. */
function tidy(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Co}\p{Cn}\p{Extended_Pictographic}\p{Regional_Indicator}]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
}
