import type { CatalogueVoice } from './catalogue-voice.ts'
import { espeakVoices } from './engines/espeak/voices.ts'
import { fliteVoices } from './engines/flite/voices.ts'

export type { CatalogueVoice }

/** Every catalogue voice, in the order in which the catalogue shows them, whether it can speak here or not. */
export const catalogueVoices: readonly CatalogueVoice[] = [...fliteVoices, ...espeakVoices]

/** The catalogue voices whose engine is on this machine now: what may be listed and sold. */
export function availableCatalogueVoices(): readonly CatalogueVoice[] {
  return catalogueVoices.filter(({ engine }) => engine.isAvailable?.() ?? true)
}

const voicesById = new Map(catalogueVoices.map((voice) => [voice.id, voice]))

/** The catalogue voice with this id, or undefined; any string may be asked for. */
export function findCatalogueVoice(id: string): CatalogueVoice | undefined {
  return voicesById.get(id)
}
