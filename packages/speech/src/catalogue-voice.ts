import type { DigitalSourceType } from '@viva-voce/audio'
import type { SpeechEngine } from './engine.ts'

/** A voice that belongs to the platform. */
export interface CatalogueVoice {
  /** `<tier>_<language>_<region>_<number>`; never reused for another voice. */
  id: string
  /** A made-up display name, of no real person. */
  name: string
  /** BCP-47. */
  locale: string
  tier: 'premium' | 'standard' | 'budget'
  category: 'general' | 'narration' | 'commercial' | 'character'
  description: string
  engine: SpeechEngine
  /** The engine's own name for it. */
  engineVoice: string
  /** What makes the sound, for the transparency record. */
  madeBy: string
  /** What its audio declares itself to be, in the IPTC's words. */
  digitalSourceType: DigitalSourceType
  /** What the catalogue page lets it say. */
  previewText: string
}
