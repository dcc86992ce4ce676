import { reservationCents, routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { countReserved } from './payment-store.ts'

export const countReservations = endpoint(routes.countReservations, async ({ ctx }) => ({
  reserved: await countReserved(ctx.db),
  price_eur: reservationCents / 100,
}))
