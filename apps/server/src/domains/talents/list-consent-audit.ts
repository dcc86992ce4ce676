import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { listConsentAudit as list } from './consent.ts'

export const listConsentAudit = endpoint(
  routes.listConsentAudit,
  async ({ ctx, viewer, params, query }) => list(ctx, viewer, params.talent_id, query),
)
