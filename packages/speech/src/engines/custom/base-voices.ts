import { catalogueVoices } from '../../catalogue.ts'
import type { SpeechEngine } from '../../engine.ts'
import { firstArticle } from '../../script/first-article.ts'
import { readingScript } from '../../script/reading-script.ts'

/** A voice that custom voices can be made from. */
export interface BaseVoice {
  /** Engine and voice, `flite/slt`; kept with each model, so it never changes its meaning. */
  id: string
  engine: SpeechEngine
  voice: string
  /** BCP-47. */
  locale: string
}

/**
 * flite's diphone voices are left out: one has the band of a telephone, and joined diphones leave more of
 * themselves in what is converted.
 */
const NO_BASES = new Set(['flite/kal', 'flite/kal16'])

const bases: readonly BaseVoice[] = catalogueVoices
  .map(({ engine, engineVoice, locale }) => ({
    id: `${engine.name}/${engineVoice}`,
    engine,
    voice: engineVoice,
    locale,
  }))
  .filter(({ id }) => !NO_BASES.has(id))

/** The base voice with this id, whether its engine is here or not; undefined when there is none. */
export function findBaseVoice(id: string): BaseVoice | undefined {
  return bases.find((base) => base.id === id)
}

/**
 * The voices that a voice of this locale (BCP-47) may be made from on this machine: flite's for English, which
 * come with the product, and espeak-ng's for other languages; none where no engine speaks the language.
 */
export function baseVoicesFor(locale: string): readonly BaseVoice[] {
  const language = languageOf(locale)
  const speaking = bases.filter(
    ({ engine, locale: own }) => languageOf(own) === language && (engine.isAvailable?.() ?? true),
  )
  const embedded = speaking.filter(({ engine }) => engine.name === 'flite')
  return embedded.length > 0 ? embedded : speaking
}

/**
 * Sentences that a base voice says where the talent speaks freely: the reading script, else what its catalogue
 * card lets it say and Article 1 of the Declaration of Human Rights. Empty for a language that no voice speaks.
 */
export function baseSentences(locale: string): readonly string[] {
  const script = readingScript(locale)
  if (script) return script
  const language = languageOf(locale)
  const card = catalogueVoices.find((voice) => languageOf(voice.locale) === language)
  return [...(firstArticle[language] ?? []), ...(card ? [card.previewText] : [])]
}

function languageOf(locale: string): string {
  return locale.toLowerCase().split(/[-_]/)[0]!
}
