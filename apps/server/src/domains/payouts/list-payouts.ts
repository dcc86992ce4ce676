import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { listPayouts as list } from './read.ts'

export const listPayouts = endpoint(routes.listPayouts, async ({ ctx, viewer, query }) =>
  list(ctx, viewer, query),
)
