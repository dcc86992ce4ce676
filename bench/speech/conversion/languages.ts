/** Languages beyond English: espeak-ng is the base and, with other formants and voicing, the talent. */
import { readingScript } from '../../../packages/speech/src/script/reading-script.ts'
import { nearnessRow } from './nearness.ts'
import { isHere } from './speakers.ts'

/** By espeak-ng's plain names: after a region (fr-fr+f3) it passes over the variant without a word. */
const LANGUAGES = ['de', 'es', 'fr', 'it', 'pl'] as const
/** Formants, pitch, breath and flutter of espeak-ng's own variants: a woman's and a man's voice. */
const VARIANTS = ['f3', 'm7'] as const
const HELD = 4

/** Training on the first `sentences` of the script, judged on its last four. */
export async function languageRows(sentences: number) {
  const rows: Awaited<ReturnType<typeof nearnessRow>>['row'][] = []
  for (const [i, language] of LANGUAGES.entries()) {
    const names = {
      base: `espeak-ng ${language}`,
      talent: `espeak-ng ${language}+${VARIANTS[i % VARIANTS.length]}`,
    }
    if (!(await isHere(names.talent))) return rows
    const script = readingScript(language)!
    const texts = { script: script.slice(0, sentences), held: script.slice(-HELD), free: [] }
    rows.push((await nearnessRow(names, texts, true, [])).row)
  }
  return rows
}
