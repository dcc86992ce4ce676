import { z } from 'zod'

/** What the speech is made for; the price factor of each stands in packages/money. */
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

/** What a second of a voice costs by default; the prices stand in packages/money. */
export const tier = z.enum(['premium', 'standard', 'budget', 'custom'])
export type Tier = z.infer<typeof tier>

export const voiceCategory = z.enum(['general', 'narration', 'commercial', 'character'])
export type VoiceCategory = z.infer<typeof voiceCategory>

/** The longest text of one synthesis, in characters. */
export const maxTextCharacters = 5_000
