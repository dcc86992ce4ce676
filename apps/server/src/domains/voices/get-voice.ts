import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { readVoice } from './voices.ts'

export const getVoice = endpoint(routes.getVoice, async ({ ctx, viewer, params }) =>
  readVoice(ctx, viewer, params.voice_id),
)
