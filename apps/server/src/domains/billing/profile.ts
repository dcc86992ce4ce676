import type { BillingProfile, BillingProfileInput } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import { ApiError } from '../../kit/api-error.ts'
import { inTransaction } from '../../kit/db.ts'
import { billingOf, setBilling } from '../developers/developers.ts'
import { checkVatId, lastVatAnswer, lockVatId } from './vat-checks.ts'
import { readVatId, type VatId } from './vat-id.ts'

/**
 * Saves whom invoices are made out to. Reverse charge needs a VAT ID that VIES has called valid: while VIES does not
 * answer, an older answer counts, and without one VAT is charged. Throws 422 naming the field that is wrong.
 */
export async function saveProfile(
  ctx: Context,
  developerId: string,
  input: BillingProfileInput,
): Promise<BillingProfile> {
  const country = countryOf(input.billing_country)
  const vatId = vatIdOf(input.billing_vat_id, country)
  if (vatId) await checkVatId(ctx, vatId.id)
  await inTransaction(ctx.db, async (tx) => {
    if (vatId) await lockVatId(tx, vatId.id)
    const answer = await lastVatAnswer(tx, vatId?.id ?? '')
    await setBilling(tx, developerId, {
      company: input.billing_company,
      address: input.billing_address,
      country,
      vatId: vatId?.id ?? '',
      vatIdValid: answer?.valid === true,
    })
  })
  return readProfile(ctx, developerId)
}

/** What is saved, and what is known of the VAT ID. */
export async function readProfile(ctx: Context, developerId: string): Promise<BillingProfile> {
  return inTransaction(ctx.db, async (tx) => {
    const billing = await billingOf(tx, developerId)
    const answer = await lastVatAnswer(tx, billing.vatId)
    return {
      billing_company: billing.company,
      billing_address: billing.address,
      billing_country: billing.country ?? '',
      billing_vat_id: billing.vatId,
      vat_id_valid: billing.vatId ? (answer?.valid ?? null) : null,
      consultation_number: answer?.consultationNumber ?? null,
    }
  })
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** ISO 3166 alpha-2, or null when it is left empty. */
function countryOf(text: string): string | null {
  const code = text.toUpperCase()
  if (code === '') return null
  if (/^[A-Z]{2}$/.test(code) && code !== 'EU' && code !== 'ZZ' && regions.of(code)) return code
  throw wrong('billing_country', 'The country is a code of two letters, such as DE or FR.')
}

function vatIdOf(text: string, country: string | null): VatId | null {
  if (text === '') return null
  const vatId = readVatId(text)
  if (!vatId) throw wrong('billing_vat_id', `${text} is not a VAT ID of an EU member state.`)
  if (vatId.country === country) return vatId
  throw wrong('billing_country', `The VAT ID is of ${vatId.country}, so the country must be too.`)
}

function wrong(field: keyof BillingProfileInput, sentence: string): ApiError {
  return new ApiError('validation_failed', sentence, {
    fields: [{ field: `body.${field}`, message: sentence }],
  })
}
