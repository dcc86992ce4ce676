import { z } from 'zod'

/** What the speech is made for. */
export const usage = z.enum([
  'demo',
  'podcast',
  'audiobook',
  'elearning',
  'video',
  'game',
  'advertising',
  'broadcast',
  'ivr',
])
export type Usage = z.infer<typeof usage>

/** Price factor of a usage, in hundredths: what is heard by more people, or earns more, costs more. */
export const usageHundredths: Record<Usage, number> = {
  demo: 10,
  podcast: 100,
  audiobook: 120,
  elearning: 100,
  video: 150,
  game: 150,
  advertising: 300,
  broadcast: 300,
  ivr: 200,
}

/** What a second of a voice costs by default; the prices stand in packages/money. */
export const tier = z.enum(['premium', 'standard', 'budget', 'custom'])
export type Tier = z.infer<typeof tier>

export const voiceCategory = z.enum(['general', 'narration', 'commercial', 'character'])
export type VoiceCategory = z.infer<typeof voiceCategory>

/** The longest text of one synthesis, in characters. */
export const maxTextCharacters = 5_000
