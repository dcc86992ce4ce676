import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { listEscrows as list } from './read.ts'

export const listEscrows = endpoint(routes.listEscrows, async ({ ctx, viewer, query }) =>
  list(ctx, viewer, query),
)
