import { type RefundState, routes } from '@viva-voce/contract'
import { fromCents, toEuro } from '@viva-voce/money'
import { endpoint } from '../../http/endpoint.ts'
import { providerOf } from './provider.ts'
import { refundPayment as refund } from './refunds.ts'

export const refundPayment = endpoint(
  routes.refundPayment,
  async ({ ctx, viewer, params, body }) => {
    providerOf(ctx)
    const amount = body.amount_eur
    const row = await refund(ctx, {
      paymentId: params.payment_id,
      amountMicros: amount === undefined ? null : fromCents(Math.round(amount * 100)),
      reason: body.reason,
      requestedBy: viewer.userId,
    })
    return {
      id: row.id,
      payment_id: row.payment_id,
      amount_eur: toEuro(row.amount_micros),
      state: row.state as RefundState,
    }
  },
)
