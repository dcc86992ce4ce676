import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { openReservation } from './checkout.ts'

export const createReservation = endpoint(routes.createReservation, async ({ ctx, body }) =>
  openReservation(ctx, body.email),
)
