import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { checkVatId } from './vat-checks.ts'

export const validateVatId = endpoint(routes.validateVatId, async ({ ctx, body }) => {
  const check = await checkVatId(ctx, body.vat_id)
  return {
    valid: check.valid,
    vat_id: check.vatId,
    consultation_number: check.consultationNumber,
    checked_at: check.checkedAt?.toISOString() ?? null,
    name: check.name,
    reason: check.reason,
  }
})
