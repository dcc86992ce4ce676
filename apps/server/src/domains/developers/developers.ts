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

/** Whom a developer's invoices are made out to; `country` is null and texts are empty until they are filled in. */
export interface Billing {
  company: string
  address: string
  country: string | null
  vatId: string
  vatIdValid: boolean
}

export const billingOf = (tx: Tx, developerId: string): Promise<Billing> =>
  store.findBilling(tx, developerId)

export function setBilling(tx: Tx, developerId: string, billing: Billing): Promise<void> {
  return store.updateBilling(tx, developerId, {
    billing_company: billing.company,
    billing_address: billing.address,
    country: billing.country,
    billing_vat_id: billing.vatId,
    vat_id_valid: billing.vatIdValid,
  })
}

/** What VIES has said about a VAT ID, for everybody whose ID it is. */
export const applyVatAnswer = store.setVatIdValid
