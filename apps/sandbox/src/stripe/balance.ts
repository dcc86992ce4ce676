import type { BalanceTransaction } from './objects.ts'
import type { StripeStore } from './store.ts'

/** Card payments can be spent some days later: https://docs.stripe.com/payouts#payout-speed. */
const PENDING_SECONDS = 3 * 24 * 3600

/** Books a movement of the platform's balance; `fee` is taken from it. */
export function book(
  store: StripeStore,
  movement: {
    type: string
    amount: number
    fee?: number
    source: string | null
    category?: string
  },
): BalanceTransaction {
  const fee = movement.fee ?? 0
  const isPending = movement.type === 'charge'
  return store.add('balance_transactions', {
    type: movement.type,
    amount: movement.amount,
    fee,
    net: movement.amount - fee,
    currency: 'eur',
    source: movement.source,
    status: isPending ? 'pending' : 'available',
    available_on: store.now() + (isPending ? PENDING_SECONDS : 0),
    reporting_category: movement.category ?? movement.type,
  })
}

/** What can be transferred now and what cannot yet, in cents. */
export function balanceOf(store: StripeStore): { available: number; pending: number } {
  const now = store.now()
  let available = 0
  let pending = 0
  for (const { net, available_on } of store.all('balance_transactions')) {
    if (available_on <= now) available += net
    else pending += net
  }
  return { available, pending }
}
