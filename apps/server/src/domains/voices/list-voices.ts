import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { listVoices as list } from './voices.ts'

export const listVoices = endpoint(routes.listVoices, async ({ ctx, query }) => list(ctx, query))
