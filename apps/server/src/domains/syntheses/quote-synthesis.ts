import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { quoteOf, voiceAndTerms } from './pricing.ts'

export const quoteSynthesis = endpoint(routes.quoteSynthesis, async ({ ctx, viewer, body }) => {
  const { voice, terms } = await voiceAndTerms(ctx, developerOf(viewer), body)
  return quoteOf(body, voice, terms)
})
