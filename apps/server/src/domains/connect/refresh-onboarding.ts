import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { ownTalent } from '../talents/talents.ts'
import { onboardingUrl } from './accounts.ts'

export const refreshOnboarding = endpoint(
  routes.refreshOnboarding,
  async ({ ctx, viewer, params, reply }) =>
    reply.redirect(await onboardingUrl(ctx, await ownTalent(ctx, viewer, params.talent_id))),
)
