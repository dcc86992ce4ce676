import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { removeRecording } from './own-recordings.ts'

export const deleteRecording = endpoint(
  routes.deleteRecording,
  async ({ ctx, viewer, params: { voice_id, sample_id } }) =>
    removeRecording(ctx, viewer, voice_id, sample_id),
)
