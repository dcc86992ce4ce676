import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { readDossier as read } from './trainings.ts'

export const readDossier = endpoint(routes.readDossier, async ({ ctx, viewer, params }) =>
  read(ctx, viewer, params.voice_id),
)
