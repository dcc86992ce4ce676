import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { ownTalent } from '../talents/talents.ts'
import { beginConnect } from './oauth.ts'

export const startStripeOauth = endpoint(
  routes.startStripeOauth,
  async ({ ctx, viewer, body }) => ({
    url: await beginConnect(ctx, await ownTalent(ctx, viewer, body.talent_id), viewer.userId),
  }),
)
