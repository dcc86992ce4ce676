import { fromCents, type LedgerEntry, providerFeeEntry } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { ProviderFee } from '../../integrations/stripe/payments.ts'
import type { Tx } from '../../kit/db.ts'
import { post } from '../ledger/ledger.ts'
import { postToWallet } from '../wallets/wallets.ts'

/** Posts an entry that fills or empties what a payment is for: a developer's wallet, or the reservations. */
export function bookFor(
  ctx: Context,
  tx: Tx,
  developerId: string | null,
  entry: LedgerEntry,
): Promise<boolean> {
  return developerId === null ? post(ctx, tx, entry) : postToWallet(ctx, tx, developerId, entry)
}

/** Posts what the provider kept for a movement, once. */
export async function bookFee(ctx: Context, tx: Tx, fee: ProviderFee): Promise<void> {
  if (fee.feeCents === 0) return
  await post(ctx, tx, providerFeeEntry(fee.balanceTransactionId, fromCents(fee.feeCents)))
}
