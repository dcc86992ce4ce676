import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { cancelCheck } from './audio-checks.ts'

export const cancelAudioCheck = endpoint(routes.cancelAudioCheck, async ({ ctx, params }) =>
  cancelCheck(ctx, params.check_id),
)
