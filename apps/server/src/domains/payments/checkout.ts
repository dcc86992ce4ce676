import { reservationCents } from '@viva-voce/contract'
import { fromCents, toCents } from '@viva-voce/money'
import { productName } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import type { Checkout } from '../../integrations/stripe/payments.ts'
import { inTransaction } from '../../kit/db.ts'
import { customerOf } from './customers.ts'
import * as store from './payment-store.ts'
import { providerOf } from './provider.ts'

/** How long somebody may take to pay; the provider allows 30 minutes to 24 hours. */
const openMs = 23 * 60 * 60 * 1000
const firstCheckMs = 60_000

/** A hosted page on which a payment can be made. */
export interface OpenCheckout {
  id: string
  url: string
}

/** Opens the page that tops a wallet up; `savesCard` keeps the card for automatic top-ups. */
export async function openTopUp(
  ctx: Context,
  developerId: string,
  topUp: { amountEur: number; savesCard: boolean },
): Promise<OpenCheckout> {
  providerOf(ctx)
  const id = ctx.ids.next('pay')
  const now = ctx.clock.now()
  await inTransaction(ctx.db, (tx) =>
    store.insertPayment(tx, {
      id,
      purpose: 'top_up',
      developer_id: developerId,
      amount_micros: fromCents(Math.round(topUp.amountEur * 100)),
      saves_card: topUp.savesCard,
      created_at: now,
      next_check_at: new Date(now.getTime() + firstCheckMs),
    }),
  )
  return open(ctx, id, await customerOf(ctx, developerId))
}

/** Opens the page on which somebody reserves a spot. */
export async function openReservation(ctx: Context, email: string): Promise<OpenCheckout> {
  providerOf(ctx)
  const id = ctx.ids.next('pay')
  const now = ctx.clock.now()
  await inTransaction(ctx.db, (tx) =>
    store.insertPayment(tx, {
      id,
      purpose: 'reservation',
      email: email.toLowerCase(),
      amount_micros: fromCents(reservationCents),
      created_at: now,
      next_check_at: new Date(now.getTime() + firstCheckMs),
    }),
  )
  return open(ctx, id, null)
}

/** Asks the provider for the page of a payment and remembers it before anybody sees it. */
async function open(
  ctx: Context,
  paymentId: string,
  customerId: string | null,
): Promise<OpenCheckout> {
  const row = (await store.findPayment(ctx.db, paymentId))!
  const checkout = await askForPage(ctx, row, customerId)
  await inTransaction(ctx.db, (tx) =>
    store.updatePayment(tx, paymentId, {
      checkout_session_id: checkout.sessionId,
      customer_id: customerId,
    }),
  )
  return { id: paymentId, url: checkout.url! }
}

function askForPage(
  ctx: Context,
  row: store.PaymentRow,
  customerId: string | null,
): Promise<Checkout> {
  const isTopUp = row.purpose === 'top_up'
  const { webUrl } = ctx.config
  const back = isTopUp ? `&topup=${row.id}` : ''
  return providerOf(ctx).createCheckout({
    amountCents: toCents(row.amount_micros),
    product: isTopUp ? `${productName} wallet top-up` : `${productName} early access`,
    ...(customerId && { customerId }),
    ...(row.email && { email: row.email }),
    saveCard: row.saves_card,
    // The provider puts the session's id in place of the braces.
    successUrl: `${webUrl}/success?session_id={CHECKOUT_SESSION_ID}${back}`,
    cancelUrl: `${webUrl}/cancel${isTopUp ? '?topup=1' : ''}`,
    expiresAt: new Date(row.created_at.getTime() + openMs),
    metadata: { payment_id: row.id },
    idempotencyKey: `checkout:${row.id}`,
  })
}
