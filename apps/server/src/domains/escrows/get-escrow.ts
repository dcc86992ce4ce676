import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { readEscrow } from './read.ts'

export const getEscrow = endpoint(routes.getEscrow, async ({ ctx, viewer, params }) =>
  readEscrow(ctx, viewer, params.payment_intent_id),
)
