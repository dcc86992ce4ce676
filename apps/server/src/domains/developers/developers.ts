import type { Context } from '../../context.ts'
import type { Tx } from '../../kit/db.ts'
import { openWallet } from '../wallets/wallets.ts'

/** Gives a person a developer account with a wallet, once. */
export async function openDeveloper(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const made = await tx
    .insertInto('developers')
    .values({ id: ctx.ids.next('dev'), user_id: userId, created_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) await openWallet(ctx, tx, made.id)
}

/** Where a developer pays VAT. */
export async function vatCustomerOf(
  ctx: Context,
  developerId: string,
): Promise<{ country: string | null; vatIdValid: boolean }> {
  const row = await ctx.db
    .selectFrom('developers')
    .select(['country', 'vat_id_valid'])
    .where('id', '=', developerId)
    .executeTakeFirstOrThrow()
  return { country: row.country, vatIdValid: row.vat_id_valid }
}
