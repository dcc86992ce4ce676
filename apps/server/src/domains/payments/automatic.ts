import { toCents } from '@viva-voce/money'
import { productName } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { isUnanswered, ProviderError } from '../../integrations/stripe/provider-error.ts'
import { inTransaction } from '../../kit/db.ts'
import * as customers from './customer-store.ts'
import * as store from './payment-store.ts'
import { providerOf } from './provider.ts'
import { applyToPayment, failAutomatic, stopAutomatic } from './settle.ts'

const batchSize = 50
const dayMs = 24 * 60 * 60 * 1000
/** A program that has run wild must not empty a card over night. */
const mostInADay = 5
const firstCheckMs = 60_000
/** The provider remembers a key for 24 hours at least; after that a second try would charge twice. */
const keyMs = 23 * 60 * 60 * 1000

/** Charges the saved cards of everybody whose balance is below their limit. Returns how many were begun. */
export async function topUpAutomatically(ctx: Context): Promise<number> {
  if (!ctx.stripe) return 0
  const due = await customers.findDue(ctx.db, batchSize)
  const begun = await Promise.all(due.map((developerId) => begin(ctx, developerId)))
  const ids = begun.filter((id) => id !== null)
  await Promise.all(ids.map((id) => chargeOrLeave(ctx, id)))
  return ids.length
}

/** Writes down what will be charged; null when there is no reason to, or too many were. */
function begin(ctx: Context, developerId: string): Promise<string | null> {
  return inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    const customer = await customers.lockCustomer(tx, developerId, now)
    const amountMicros = customer.automatic_amount_micros
    if (amountMicros === null || customer.stopped_reason || !customer.payment_method_id) return null
    const since = new Date(now.getTime() - dayMs)
    if ((await customers.countAutomatic(tx, developerId, since)) >= mostInADay) {
      await stopAutomatic(ctx, tx, { developerId, amountMicros, reason: 'too_many' })
      return null
    }
    const id = ctx.ids.next('pay')
    const isNew = await store.insertPayment(tx, {
      id,
      purpose: 'automatic_top_up',
      developer_id: developerId,
      amount_micros: amountMicros,
      customer_id: customer.customer_id,
      payment_method_id: customer.payment_method_id,
      created_at: now,
      next_check_at: new Date(now.getTime() + firstCheckMs),
    })
    return isNew ? id : null
  })
}

/** What the provider did not answer is taken up again by the loop that looks at open payments. */
async function chargeOrLeave(ctx: Context, paymentId: string): Promise<void> {
  try {
    await charge(ctx, (await store.findPayment(ctx.db, paymentId))!)
  } catch (error) {
    if (!isUnanswered(error)) throw error
    ctx.logger.warn({ err: error, paymentId }, 'no answer to an automatic top-up')
  }
}

/** Finds out what became of an automatic top-up whose answer was lost, or charges it now. */
export async function resumeAutomatic(ctx: Context, row: store.PaymentRow): Promise<void> {
  const provider = providerOf(ctx)
  const since = new Date(row.created_at.getTime() - 60 * 60_000)
  const earlier = await provider.findPayments(row.customer_id!, since)
  const mine = earlier.find(({ metadata }) => metadata.payment_id === row.id)
  if (mine) {
    const payment = await provider.retrievePayment(mine.paymentIntentId)
    return applyToPayment(ctx, row, { isExpired: false, payment })
  }
  if (ctx.clock.now().getTime() - row.created_at.getTime() < keyMs) return charge(ctx, row)
  await giveUp(ctx, row, 'never_charged')
}

async function charge(ctx: Context, row: store.PaymentRow): Promise<void> {
  const provider = providerOf(ctx)
  try {
    const payment = await provider.chargeSavedCard({
      amountCents: toCents(row.amount_micros),
      customerId: row.customer_id!,
      paymentMethodId: row.payment_method_id!,
      description: `${productName} automatic top-up`,
      metadata: { payment_id: row.id },
      idempotencyKey: `payment:${row.id}`,
    })
    await applyToPayment(ctx, row, { isExpired: false, payment })
    if (payment.state === 'unpaid') await cancelUnpaid(ctx, row.id, payment.paymentIntentId)
  } catch (error) {
    if (!(error instanceof ProviderError) || isUnanswered(error)) throw error
    await giveUp(ctx, row, error.providerCode ?? error.kind)
  }
}

/** A payment that was declined could be confirmed later by mistake; it has failed here already, so either way is safe. */
async function cancelUnpaid(ctx: Context, paymentId: string, intentId: string): Promise<void> {
  await providerOf(ctx)
    .cancelPayment(intentId, `cancel:${paymentId}`)
    .catch((error) => ctx.logger.warn({ err: error, paymentId }, 'a declined payment stays open'))
}

function giveUp(ctx: Context, { id, developer_id }: store.PaymentRow, reason: string) {
  return inTransaction(ctx.db, async (tx) => {
    await customers.lockCustomer(tx, developer_id!, ctx.clock.now())
    const row = await store.lockPayment(tx, id)
    if (row.state === 'open') await failAutomatic(ctx, tx, row, reason)
  })
}
