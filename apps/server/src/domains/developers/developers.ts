import type { Context } from '../../context.ts'
import type { Tx } from '../../kit/db.ts'
import { openWallet } from '../wallets/wallets.ts'
import * as store from './developer-store.ts'

/** Gives a person a developer account with a wallet, once. */
export async function openDeveloper(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const id = ctx.ids.next('dev')
  const isNew = await store.insertDeveloper(tx, {
    id,
    user_id: userId,
    created_at: ctx.clock.now(),
  })
  if (isNew) await openWallet(ctx, tx, id)
}

/** Where a developer pays VAT. */
export async function vatCustomerOf(
  ctx: Context,
  developerId: string,
): Promise<{ country: string | null; vatIdValid: boolean }> {
  const row = await store.findVatFacts(ctx.db, developerId)
  return { country: row.country, vatIdValid: row.vat_id_valid }
}
