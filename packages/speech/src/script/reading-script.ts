import { germanScript } from './de.ts'
import { englishScript } from './en.ts'
import { spanishScript } from './es.ts'
import { frenchScript } from './fr.ts'
import { italianScript } from './it.ts'
import { polishScript } from './pl.ts'

const scripts = new Map<string, readonly string[]>([
  ...([
    ['de', germanScript],
    ['en', englishScript],
    ['es', spanishScript],
  ] as const),
  ...([
    ['fr', frenchScript],
    ['it', italianScript],
    ['pl', polishScript],
  ] as const),
])

/** The languages that have a reading script. */
export const scriptLocales: readonly string[] = [...scripts.keys()]

/**
 * The 40 sentences that a talent of this locale (BCP-47, by its language) reads aloud for training, always
 * in the same order, so that a sentence's number names it; undefined where there is no script.
 */
export function readingScript(locale: string): readonly string[] | undefined {
  return scripts.get(locale.toLowerCase().split(/[-_]/)[0]!)
}
