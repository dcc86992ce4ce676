import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { listEntries } from './read.ts'

export const listRoyalties = endpoint(routes.listRoyalties, async ({ ctx, viewer, query }) =>
  listEntries(ctx, viewer, query),
)
