import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { cancelTraining as cancel } from './trainings.ts'

export const cancelTraining = endpoint(routes.cancelTraining, async ({ ctx, viewer, params }) =>
  cancel(ctx, viewer, params.voice_id),
)
