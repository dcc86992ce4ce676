import {
  type AccountKind,
  debtPaidEntry,
  debtReturnedEntry,
  type LedgerEntry,
  type Micros,
  promotionEntry,
  sum,
  toEuro,
  walletOf,
} from '@viva-voce/money'
import type { Context } from '../../context.ts'
import { ApiError } from '../../kit/api-error.ts'
import type { Tx } from '../../kit/db.ts'
import { publish } from '../../kit/outbox.ts'
import { accountId, post } from '../ledger/ledger.ts'
import * as store from './wallet-store.ts'

/** Opens a developer's wallet with the promotional credit, so that the first synthesis works. */
export async function openWallet(ctx: Context, tx: Tx, developerId: string): Promise<void> {
  await store.insertWallet(tx, developerId, await accountId(tx, walletOf(developerId)))
  const credit = ctx.config.promotionalCreditMicros
  if (credit > 0n) await postToWallet(ctx, tx, developerId, promotionEntry(developerId, credit))
}

/**
 * Posts an entry and changes the kept balance and debt by what it posts to them; false, and nothing changed, when it
 * was posted before. Money that comes in pays a debt first.
 */
export async function postToWallet(
  ctx: Context,
  tx: Tx,
  developerId: string,
  entry: LedgerEntry,
): Promise<boolean> {
  // Locked before the entry gets its id, so that a statement in the order of ids is in the order of balances.
  const wallet = await store.lockWallet(tx, developerId)
  if (!(await post(ctx, tx, entry))) return false
  const changed = {
    ...wallet,
    balance_micros: wallet.balance_micros + postedTo(entry, 'wallet', developerId),
    owed_micros: wallet.owed_micros - postedTo(entry, 'developer_debt', developerId),
  }
  const isLow = changed.balance_micros < changed.low_balance_micros
  await store.update(tx, developerId, {
    balance_micros: changed.balance_micros,
    owed_micros: changed.owed_micros,
    is_low: isLow,
  })
  if (isLow && !wallet.is_low) await tellLow(ctx, tx, changed)
  if (changed.owed_micros > 0n) await payDebt(ctx, tx, changed)
  return true
}

function postedTo(entry: LedgerEntry, kind: AccountKind, ownerId: string): Micros {
  const lines = entry.postings.filter(
    ({ account }) => account.kind === kind && account.ownerId === ownerId,
  )
  return sum(lines.map(({ amountMicros }) => amountMicros))
}

/** Takes what is owed from what is free in the wallet, which is locked. */
async function payDebt(ctx: Context, tx: Tx, wallet: store.WalletRow): Promise<void> {
  const free = wallet.balance_micros - wallet.held_micros
  const amount = free < wallet.owed_micros ? free : wallet.owed_micros
  if (amount <= 0n) return
  const entry = debtPaidEntry(ctx.ids.next('txn'), wallet.developer_id, amount)
  await postToWallet(ctx, tx, wallet.developer_id, entry)
}

/** What is given back beyond the debt returns to the wallet. */
export async function returnOverpaidDebt(
  ctx: Context,
  tx: Tx,
  developerId: string,
  givenBack: LedgerEntry,
): Promise<boolean> {
  const wallet = await store.lockWallet(tx, developerId)
  const amount = postedTo(givenBack, 'developer_debt', developerId)
  if (amount <= wallet.owed_micros) return postToWallet(ctx, tx, developerId, givenBack)
  const excess = amount - wallet.owed_micros
  const merged: LedgerEntry = {
    ...givenBack,
    postings: [
      ...givenBack.postings,
      ...debtReturnedEntry(givenBack.reference, developerId, excess).postings,
    ],
  }
  return postToWallet(ctx, tx, developerId, merged)
}

function tellLow(ctx: Context, tx: Tx, wallet: store.WalletRow): Promise<void> {
  const notice = {
    developer_id: wallet.developer_id,
    balance_eur: toEuro(wallet.balance_micros),
    low_balance_eur: toEuro(wallet.low_balance_micros),
  }
  return publish(tx, 'wallet.low_balance', notice, ctx.clock.now())
}

/** Sets below which balance the wallet counts as low, and looks at once. */
export async function setLowBalance(
  ctx: Context,
  tx: Tx,
  developerId: string,
  limitMicros: Micros,
): Promise<void> {
  const wallet = await store.lockWallet(tx, developerId)
  const isLow = wallet.balance_micros < limitMicros
  await store.update(tx, developerId, { low_balance_micros: limitMicros, is_low: isLow })
  if (isLow && !wallet.is_low) {
    await tellLow(ctx, tx, { ...wallet, low_balance_micros: limitMicros })
  }
}

/** What is free in the wallet, which stays locked until the transaction ends. */
export async function lockFree(
  tx: Tx,
  developerId: string,
): Promise<{ freeMicros: Micros; owedMicros: Micros }> {
  const wallet = await store.lockWallet(tx, developerId)
  return { freeMicros: wallet.balance_micros - wallet.held_micros, owedMicros: wallet.owed_micros }
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
export async function releaseHold(ctx: Context, tx: Tx, synthesisId: string): Promise<boolean> {
  const hold = await store.endHold(tx, synthesisId, 'released')
  if (!hold) return false
  await store.changeHeld(tx, hold.developer_id, -hold.amount_micros)
  const wallet = await store.findWallet(tx, hold.developer_id)
  if (wallet.owed_micros > 0n) await payDebt(ctx, tx, wallet)
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

/** What the wallet holds, without the card that fills it. */
export async function readFunds(ctx: Context, developerId: string) {
  const row = await store.findWallet(ctx.db, developerId)
  return {
    balance_eur: toEuro(row.balance_micros),
    held_eur: toEuro(row.held_micros),
    available_eur: toEuro(row.balance_micros - row.held_micros),
    owed_eur: toEuro(row.owed_micros),
    low_balance_eur: toEuro(row.low_balance_micros),
    is_low: row.is_low,
    currency: 'EUR' as const,
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
