import { fromCents } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { BalanceMovement } from '../../integrations/stripe/provider-state.ts'
import * as store from './explain-store.ts'
import { providerOf } from './provider.ts'

/** What a comparison reads: our rows, and the provider. */
type Books = Pick<Context, 'db' | 'stripe'>

/** The provider's state beside ours. */
export interface ProviderReport {
  /** A sentence for each object there, or row here, that the other side does not explain. */
  unexplained: string[]
  /** Our balance at the provider as its movements add up, without what the operator moved by hand. */
  providerCashMicros: bigint
  /** The same as our books have it. */
  ledgerCashMicros: bigint
  /** What the operator brought to the provider or took from it, which is in no book of the product. */
  operatorMicros: bigint
}

/**
 * Compares everything that moves money at the provider with our rows and books: payments, refunds, disputes,
 * transfers, and the balance to the cent. It reads the provider whole, so it is for an audit and not for a request.
 */
export async function explainProvider(ctx: Books): Promise<ProviderReport> {
  const movements = await providerOf(ctx).listBalanceMovements()
  const ours = movements.filter(({ type }) => !byOperator.has(type))
  return {
    unexplained: [
      ...(await explainPayments(ctx)),
      ...(await explainRefunds(ctx)),
      ...(await explainDisputes(ctx)),
      ...(await explainTransfers(ctx)),
    ],
    providerCashMicros: netOf(ours),
    ledgerCashMicros: await store.cashMicros(ctx.db),
    operatorMicros: netOf(movements) - netOf(ours),
  }
}

/** Types of balance transactions (docs.stripe.com/reports/balance-transaction-types) that the product never makes. */
const byOperator = new Set(['topup', 'topup_reversal', 'payout', 'payout_cancel', 'payout_failure'])

const netOf = (movements: BalanceMovement[]): bigint =>
  fromCents(movements.reduce((total, { netCents }) => total + netCents, 0))

async function explainPayments(ctx: Books): Promise<string[]> {
  const rows = await store.allPayments(ctx.db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found: string[] = []
  const succeeded = new Set<string>()
  for (const payment of await providerOf(ctx).listPayments()) {
    const about = `${payment.paymentIntentId} (${payment.state}, ${payment.amountCents} cents)`
    const row = byId.get(payment.metadata.payment_id ?? '')
    const isPaid = payment.state === 'succeeded'
    if (isPaid) succeeded.add(payment.paymentIntentId)
    if (!row) found.push(`${about} is no payment of ours`)
    else if (isPaid !== (row.payment_intent_id === payment.paymentIntentId)) {
      found.push(`${about} is ${row.state} here as ${row.id}`)
    } else if (isPaid && fromCents(payment.amountCents) !== row.amount_micros) {
      found.push(`${about} is of ${row.amount_micros} micro-euro here as ${row.id}`)
    }
  }
  for (const row of rows) {
    if (row.payment_intent_id && !succeeded.has(row.payment_intent_id)) {
      found.push(`${row.id} is paid by ${row.payment_intent_id}, which has not succeeded`)
    }
  }
  return found
}

async function explainRefunds(ctx: Books): Promise<string[]> {
  const rows = await store.allRefunds(ctx.db)
  const seen = new Map(
    (await providerOf(ctx).listRefunds()).map((refund) => [refund.refundId, refund]),
  )
  const found: string[] = []
  for (const row of rows) {
    const refund = seen.get(row.provider_refund_id ?? '')
    seen.delete(row.provider_refund_id ?? '')
    // Refused by the provider, or not asked for yet: there is nothing on the other side.
    if (!refund && row.state !== 'succeeded' && !row.provider_refund_id) continue
    if (!refund) found.push(`${row.id} has no refund at the provider`)
    else if (refund.state !== row.state || fromCents(refund.amountCents) !== row.amount_micros) {
      found.push(`${refund.refundId} is ${refund.state} and ${row.state} here as ${row.id}`)
    }
  }
  // One that came back before we heard of it has moved nothing in the end.
  const others = [...seen.values()].filter(({ state }) => state !== 'failed')
  return [...found, ...others.map(({ refundId }) => `${refundId} is no refund of ours`)]
}

async function explainDisputes(ctx: Books): Promise<string[]> {
  const rows = new Map((await store.allDisputes(ctx.db)).map((row) => [row.id, row]))
  const found: string[] = []
  for (const dispute of await providerOf(ctx).listDisputes()) {
    const row = rows.get(dispute.disputeId)
    rows.delete(dispute.disputeId)
    if (!row && dispute.fundsWithdrawn) found.push(`${dispute.disputeId} is no dispute of ours`)
    if (row && row.state !== dispute.state) {
      found.push(`${dispute.disputeId} is ${dispute.state} and ${row.state} here`)
    }
  }
  return [...found, ...[...rows.keys()].map((id) => `${id} is no dispute at the provider`)]
}

async function explainTransfers(ctx: Books): Promise<string[]> {
  const known = await store.knownTransfers(ctx.db)
  const found: string[] = []
  for (const transfer of await providerOf(ctx).listTransfers()) {
    const cents = known.get(transfer.transferId)
    known.delete(transfer.transferId)
    if (cents !== transfer.amountCents) {
      found.push(`${transfer.transferId} of ${transfer.amountCents} cents is no payout of ours`)
    }
  }
  return [...found, ...[...known.keys()].map((id) => `${id} is no transfer at the provider`)]
}
