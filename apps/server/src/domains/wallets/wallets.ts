import type { Wallet } from '@viva-voce/contract'
import { type LedgerEntry, type Micros, promotionEntry, toEuro, walletOf } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import { ApiError } from '../../kit/api-error.ts'
import type { Tx } from '../../kit/db.ts'
import { accountId, post } from '../ledger/ledger.ts'
import * as store from './wallet-store.ts'

/** Opens a developer's wallet with the promotional credit, so that the first synthesis works. */
export async function openWallet(ctx: Context, tx: Tx, developerId: string): Promise<void> {
  await store.insertWallet(tx, developerId, await accountId(tx, walletOf(developerId)))
  const credit = ctx.config.promotionalCreditMicros
  if (credit > 0n) await postToWallet(ctx, tx, developerId, promotionEntry(developerId, credit))
}

/** Posts an entry and changes the kept balance by what the entry posts to the wallet; nothing when it was posted before. */
export async function postToWallet(
  ctx: Context,
  tx: Tx,
  developerId: string,
  entry: LedgerEntry,
): Promise<boolean> {
  if (!(await post(ctx, tx, entry))) return false
  const change = entry.postings
    .filter(({ account }) => account.kind === 'wallet' && account.ownerId === developerId)
    .reduce((total, { amountMicros }) => total + amountMicros, 0n)
  await store.changeBalance(tx, developerId, change)
  return true
}

/** Sets money aside for a synthesis. Throws 402 with the price when what is available does not cover it. */
export async function placeHold(
  ctx: Context,
  tx: Tx,
  hold: { developerId: string; synthesisId: string; amountMicros: Micros },
): Promise<void> {
  const wallet = await store.lockWallet(tx, hold.developerId)
  const available = wallet.balance_micros - wallet.held_micros
  if (available < hold.amountMicros) throw tooLittle(ctx, hold.amountMicros, available)
  await store.insertHold(tx, { ...hold, at: ctx.clock.now() })
  await store.changeHeld(tx, hold.developerId, hold.amountMicros)
}

/** Gives a hold back; false when it had ended before. */
export async function releaseHold(tx: Tx, synthesisId: string): Promise<boolean> {
  const hold = await store.endHold(tx, synthesisId, 'released')
  if (!hold) return false
  await store.changeHeld(tx, hold.developer_id, -hold.amount_micros)
  return true
}

/**
 * Ends a hold and charges `entry` in its place.
 * Throws 402 when the charge is more than the hold and the rest of the wallet; the caller rolls back.
 */
export async function settleHold(
  ctx: Context,
  tx: Tx,
  settle: { synthesisId: string; developerId: string; chargeMicros: Micros; entry: LedgerEntry },
): Promise<void> {
  const wallet = await store.lockWallet(tx, settle.developerId)
  const hold = await store.endHold(tx, settle.synthesisId, 'settled')
  if (!hold) throw new Error(`the hold of ${settle.synthesisId} has ended already`)
  const available = wallet.balance_micros - wallet.held_micros + hold.amount_micros
  if (available < settle.chargeMicros) throw tooLittle(ctx, settle.chargeMicros, available)
  await store.changeHeld(tx, settle.developerId, -hold.amount_micros)
  await postToWallet(ctx, tx, settle.developerId, settle.entry)
}

/** What the wallet holds, for its owner. */
export async function readWallet(ctx: Context, developerId: string): Promise<Wallet> {
  const row = await store.findWallet(ctx.db, developerId)
  return {
    balance_eur: toEuro(row.balance_micros),
    held_eur: toEuro(row.held_micros),
    available_eur: toEuro(row.balance_micros - row.held_micros),
    currency: 'EUR',
  }
}

function tooLittle(ctx: Context, priceMicros: Micros, availableMicros: Micros): ApiError {
  const price = toEuro(priceMicros)
  const sentence = `This costs up to €${price.toFixed(4)} including VAT and your wallet has €${toEuro(availableMicros).toFixed(4)}. Please top up.`
  return new ApiError('insufficient_funds', sentence, {
    priceEur: price,
    topUpUrl: `${ctx.config.webUrl}/billing`,
  })
}
