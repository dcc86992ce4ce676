import type Stripe from 'stripe'
import type { Caller } from './call.ts'
import { type Payment, plainPayment } from './payments.ts'
import { type Dispute, plainDispute, plainRefund, type Refund } from './refunds.ts'
import { plainTransfer, type Transfer } from './transfers.ts'
import { type ProviderEvent, plainEvent } from './webhooks.ts'

/** A movement of our balance at the provider. Amounts in cents of euro; `net` is after the fee. */
export interface BalanceMovement {
  balanceTransactionId: string
  type: string
  amountCents: number
  feeCents: number
  netCents: number
  sourceId: string | null
}

/** Everything that moves money at the provider, for the auditor that compares it with our books. */
export function providerState(stripe: Stripe, call: Caller) {
  const everything = <Raw, Plain>(
    page: (after?: string) => Promise<{ data: (Raw & { id: string })[]; has_more: boolean }>,
    plain: (raw: Raw) => Plain,
  ) => readAll(call, page, plain)
  const paging = (after?: string) => ({ limit: 100, ...(after && { starting_after: after }) })
  return {
    listPayments: (): Promise<Payment[]> =>
      everything((after) => stripe.paymentIntents.list(paging(after)), plainPayment),
    listRefunds: (): Promise<Refund[]> =>
      everything((after) => stripe.refunds.list(paging(after)), plainRefund),
    listDisputes: (): Promise<Dispute[]> =>
      everything((after) => stripe.disputes.list(paging(after)), plainDispute),
    listTransfers: (): Promise<Transfer[]> =>
      everything((after) => stripe.transfers.list(paging(after)), plainTransfer),
    listBalanceMovements: (): Promise<BalanceMovement[]> =>
      everything((after) => stripe.balanceTransactions.list(paging(after)), plainMovement),
    /** Every event since a time, newest first; the provider keeps them for 30 days. */
    async listEvents(since: Date): Promise<ProviderEvent[]> {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const events = await everything(
        (after) => stripe.events.list({ created, ...paging(after) }),
        plainEvent,
      )
      return events.filter((event) => event !== null)
    },
  }
}

async function readAll<Raw, Plain>(
  call: Caller,
  page: (after?: string) => Promise<{ data: (Raw & { id: string })[]; has_more: boolean }>,
  plain: (raw: Raw) => Plain,
): Promise<Plain[]> {
  const all: Plain[] = []
  let after: string | undefined
  for (;;) {
    const { data, has_more: hasMore } = await call(() => page(after))
    all.push(...data.map(plain))
    after = data.at(-1)?.id
    if (!hasMore || !after) return all
  }
}

function plainMovement(transaction: Stripe.BalanceTransaction): BalanceMovement {
  const { source } = transaction
  return {
    balanceTransactionId: transaction.id,
    type: transaction.type,
    amountCents: transaction.amount,
    feeCents: transaction.fee,
    netCents: transaction.net,
    sourceId: typeof source === 'string' ? source : (source?.id ?? null),
  }
}
