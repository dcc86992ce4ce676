import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { ownTalent } from '../talents/talents.ts'
import { onboardingUrl } from './accounts.ts'

export const onboardTalent = endpoint(routes.onboardTalent, async ({ ctx, viewer, body }) => ({
  url: await onboardingUrl(ctx, await ownTalent(ctx, viewer, body.talent_id)),
}))
