import type { Wallet } from '@viva-voce/contract'
import { fromCents, toEuro } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import { ApiError } from '../../kit/api-error.ts'
import { inTransaction, type Tx } from '../../kit/db.ts'
import { readFunds, setLowBalance } from '../wallets/wallets.ts'
import * as store from './customer-store.ts'
import { providerOf } from './provider.ts'

/** The developer as the provider knows them, made there at the first use. */
export async function customerOf(ctx: Context, developerId: string): Promise<string> {
  const known = await store.findCustomer(ctx.db, developerId)
  if (known?.customer_id) return known.customer_id
  const person = await inTransaction(ctx.db, (tx) => store.findPerson(tx, developerId))
  const made = await providerOf(ctx).createCustomer({
    developerId,
    email: person.email,
    name: person.name,
    // A new key each day: one that the provider has failed for good must not lock anybody out for longer.
    idempotencyKey: `customer:${developerId}:${dayOf(ctx)}`,
  })
  return inTransaction(ctx.db, async (tx) => {
    const row = await store.lockCustomer(tx, developerId, ctx.clock.now())
    // Whoever was first stays; the other one has nothing and is never used.
    if (row.customer_id) return row.customer_id
    await store.updateCustomer(tx, developerId, { customer_id: made })
    return made
  })
}

const dayOf = (ctx: Context): string => ctx.clock.now().toISOString().slice(0, 10)

/** The wallet with the card that fills it, for its owner. */
export async function readWallet(ctx: Context, developerId: string): Promise<Wallet> {
  const funds = await readFunds(ctx, developerId)
  const row = await store.findCustomer(ctx.db, developerId)
  const amount = row?.automatic_amount_micros ?? null
  return {
    ...funds,
    card: row?.card_last4 ? { brand: row.card_brand ?? '', last4: row.card_last4 } : null,
    automatic_top_up: {
      enabled: amount !== null && row?.stopped_reason === null,
      amount_eur: amount === null ? null : toEuro(amount),
      stopped: row?.stopped_reason ? sentenceFor(row.stopped_reason) : null,
    },
  }
}

/**
 * Sets the limit below which a wallet is low, and switches the automatic top-up on or off. Switching it on needs a
 * saved card (409) and an amount above the limit (422), or it would charge again and again.
 */
export async function setAutomaticTopUp(
  ctx: Context,
  developerId: string,
  setting: { enabled: boolean; belowEur: number; amountEur: number | undefined },
): Promise<void> {
  const limitMicros = fromCents(Math.round(setting.belowEur * 100))
  await inTransaction(ctx.db, async (tx) => {
    const row = await store.lockCustomer(tx, developerId, ctx.clock.now())
    await store.updateCustomer(tx, developerId, {
      automatic_amount_micros: setting.enabled ? amountOf(row, setting) : null,
      stopped_reason: null,
      stopped_at: null,
    })
    await setLowBalance(ctx, tx, developerId, limitMicros)
  })
}

function amountOf(
  row: store.CustomerRow,
  setting: { belowEur: number; amountEur: number | undefined },
): bigint {
  if (!row.payment_method_id) {
    throw new ApiError('conflict', 'Save a card first: top up once and tick “Save this card”.')
  }
  if (setting.amountEur === undefined || setting.amountEur < setting.belowEur) {
    const message = 'The automatic top-up must be at least as large as the limit.'
    throw new ApiError('validation_failed', message, {
      fields: [{ field: 'body.amount_eur', message }],
    })
  }
  return fromCents(Math.round(setting.amountEur * 100))
}

/** Remembers the card of a payment that was made to keep it, and lets automatic top-ups go on with it. */
export async function saveCard(
  tx: Tx,
  developerId: string,
  card: { paymentMethodId: string; brand: string | null; last4: string | null },
): Promise<void> {
  await store.updateCustomer(tx, developerId, {
    payment_method_id: card.paymentMethodId,
    card_brand: card.brand,
    card_last4: card.last4,
    stopped_reason: null,
    stopped_at: null,
  })
}

const sentences: Record<string, string> = {
  authentication_required:
    'Your bank wants you to confirm the payment yourself. Top up once by hand with the card saved, then it goes on.',
  insufficient_funds: 'The card has insufficient funds.',
  expired_card: 'The card has expired. Top up once by hand and save another one.',
  too_many: 'Too many automatic top-ups within a day. Switch it on again if that is what you want.',
}

/** Why automatic top-ups have stopped, for people. */
function sentenceFor(reason: string): string {
  return sentences[reason] ?? 'The card was declined. Top up once by hand and save another one.'
}
