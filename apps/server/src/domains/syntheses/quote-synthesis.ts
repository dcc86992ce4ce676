import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { speakableVoice } from '../voices/voices.ts'
import { quoteOf, termsOf } from './pricing.ts'

export const quoteSynthesis = endpoint(routes.quoteSynthesis, async ({ ctx, viewer, body }) => {
  const voice = await speakableVoice(ctx, body.voice_id)
  return quoteOf(body, voice, await termsOf(ctx, developerOf(viewer), voice, body.usage))
})
