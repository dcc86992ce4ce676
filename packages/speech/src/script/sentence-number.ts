import { readingScript } from './reading-script.ts'

/** `07`, `07 take 2`, `sentence-07`, `Satz_7`, `frase 7`: a number first, or behind the word for a sentence. */
const NUMBERED =
  /^(?:(?:sentence|satz|frase|oracion|phrase|zdanie|line)[\s_.-]*)?0*(\d{1,3})(?![\p{L}\p{N}])/iu

/**
 * The number, from 1, of the sentence that a recording reads by its file name (`07.wav`, `sentence-07-b.mp3`);
 * undefined for a name without one, for a number beyond the script, and where the language has no script.
 */
export function sentenceNumberOf(fileName: string, locale: string): number | undefined {
  const script = readingScript(locale)
  const found = NUMBERED.exec(fileName.replace(/\.[a-z0-9]{1,4}$/i, '').trim())
  const number = Number(found?.[1] ?? 0)
  return script && number >= 1 && number <= script.length ? number : undefined
}
