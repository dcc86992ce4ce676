import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { changeVoice } from './change-voice.ts'

export const updateVoice = endpoint(routes.updateVoice, async ({ ctx, viewer, params, body }) =>
  changeVoice(ctx, viewer, params.voice_id, body),
)
