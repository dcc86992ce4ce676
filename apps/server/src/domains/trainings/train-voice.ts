import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { requestTraining } from './trainings.ts'

export const trainVoice = endpoint(routes.trainVoice, async ({ ctx, viewer, body }) =>
  requestTraining(ctx, viewer, body.voice_id),
)
