import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { readCheck } from './audio-checks.ts'

export const getAudioCheck = endpoint(routes.getAudioCheck, async ({ ctx, params, reply }) => {
  reply.header('cache-control', 'no-store')
  return readCheck(ctx, params.check_id)
})
