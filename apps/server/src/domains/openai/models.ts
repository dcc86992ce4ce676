import { type Usage, usage } from '@viva-voce/contract'
import { ApiError } from '../../kit/api-error.ts'

/** When the first of our models was published, for clients that sort by it: 2026-11-21. */
const createdSeconds = 1_795_219_200

/** OpenAI's own names; a client that keeps them buys the licence of ordinary publication. */
const familiar: Record<string, Usage> = {
  'tts-1': 'podcast',
  'tts-1-hd': 'podcast',
  'gpt-4o-mini-tts': 'podcast',
}

const ours = Object.fromEntries(usage.options.map((name) => [`viva-voce-${name}`, name]))
const models: Record<string, Usage> = { ...ours, ...familiar }

/** OpenAI's voice names, so that a client's default speaks at all. */
const familiarVoices: Record<string, string> = {
  alloy: 'premium_en_us_001',
  ash: 'premium_en_us_002',
  ballad: 'standard_en_gb_001',
  coral: 'premium_en_us_001',
  echo: 'premium_en_us_002',
  fable: 'standard_en_gb_001',
  nova: 'premium_en_us_001',
  onyx: 'premium_en_us_002',
  sage: 'premium_en_us_001',
  shimmer: 'premium_en_us_001',
  verse: 'standard_en_gb_001',
}

/** The usage that a model's licence is for. Throws 404 for a model that is not ours. */
export function usageOfModel(model: string): Usage {
  const found = models[model]
  if (found) return found
  throw new ApiError(
    'not_found',
    `There is no model ${model}. GET /v1/models lists them; each is a usage that a licence is bought for.`,
  )
}

/** Our voice id for a voice's name; our own ids stand for themselves. */
export function voiceIdOf(voice: string | { id: string }): string {
  const name = typeof voice === 'string' ? voice : voice.id
  return familiarVoices[name] ?? name
}

/** Every model, in OpenAI's shape. */
export function listOfModels() {
  return Object.keys(models).map((id) => ({
    id,
    object: 'model' as const,
    created: createdSeconds,
    owned_by: 'viva-voce',
  }))
}
