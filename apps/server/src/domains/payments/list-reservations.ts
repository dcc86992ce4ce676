import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { listReservations as list } from './read.ts'

export const listReservations = endpoint(routes.listReservations, async ({ ctx, query }) =>
  list(ctx, query),
)
