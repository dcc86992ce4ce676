import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { recordingsOf } from './own-recordings.ts'

export const listRecordings = endpoint(routes.listRecordings, async ({ ctx, viewer, params }) => ({
  items: await recordingsOf(ctx, viewer, params.voice_id),
}))
