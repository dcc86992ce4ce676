import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { listDays } from './read.ts'

export const listRoyaltyDays = endpoint(routes.listRoyaltyDays, async ({ ctx, viewer, query }) =>
  listDays(ctx, viewer, query.days),
)
