import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { readOwnFinished } from './finished.ts'
import { sendAudio } from './send-audio.ts'

export const getSynthesisAudio = endpoint(
  routes.getSynthesisAudio,
  async ({ ctx, viewer, params, reply }) =>
    sendAudio(ctx, reply, await readOwnFinished(ctx, developerOf(viewer), params.synthesis_id)),
)
