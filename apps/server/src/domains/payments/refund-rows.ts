import { refundAskedEntry } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { Tx } from '../../kit/db.ts'
import { bookFor } from './book.ts'
import * as payments from './payment-store.ts'
import * as store from './refund-store.ts'

/** Sets the money of a refund aside and writes down that it is owed to the card; the provider is asked afterwards. */
export async function askRefund(
  ctx: Context,
  tx: Tx,
  refund: {
    payment: payments.PaymentRow
    amountMicros: bigint
    reason: string
    requestedBy: string | null
  },
): Promise<string> {
  const { payment, amountMicros } = refund
  const id = ctx.ids.next('rfd')
  const now = ctx.clock.now()
  await store.insertRefund(tx, {
    id,
    payment_id: payment.id,
    amount_micros: amountMicros,
    reason: refund.reason,
    requested_by: refund.requestedBy,
    created_at: now,
    // At once, by the loop, when nobody waits for the answer.
    next_check_at: now,
  })
  await payments.updatePayment(tx, payment.id, {
    refunded_micros: payment.refunded_micros + amountMicros,
  })
  const developerId = payment.developer_id
  await bookFor(ctx, tx, developerId, refundAskedEntry({ refundId: id, developerId, amountMicros }))
  return id
}
