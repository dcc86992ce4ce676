import type { SentenceRules } from '../language.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { italian } from './it.ts'
import { otherLanguages } from './others.ts'
import { polish } from './pl.ts'
import type { LanguageTable } from './table.ts'

const american: LanguageTable = {
  ...english,
  dates: { ...english.dates, order: 'mdy' },
}
const tables = new Map<string, LanguageTable>([
  ...([
    ['en', english],
    ['en-us', american],
    ['de', german],
    ['fr', french],
  ] as const),
  ...([
    ['it', italian],
    ['es', spanish],
    ['pl', polish],
  ] as const),
])
const rules = new Map(otherLanguages.map((language) => [language.language, language]))

const primary = (locale: string) => locale.toLowerCase().split('-')[0]!

/** The table for a BCP-47 locale, by the whole of it or by its language; undefined where there is none. */
export function tableFor(locale: string): LanguageTable | undefined {
  return tables.get(locale.toLowerCase()) ?? tables.get(primary(locale))
}

/** How sentences end in a locale's language; one that is not known has no abbreviations. */
export function sentenceRulesFor(locale: string): SentenceRules {
  const none = new Set<string>()
  return (
    tableFor(locale)?.sentences ??
    rules.get(primary(locale)) ?? {
      language: 'en',
      openAbbreviations: none,
      numberAbbreviations: none,
      sentenceStarters: none,
    }
  )
}
