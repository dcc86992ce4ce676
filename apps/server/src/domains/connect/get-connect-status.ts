import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { ownTalent } from '../talents/talents.ts'
import { connectStatusOf } from './accounts.ts'

export const getConnectStatus = endpoint(routes.getConnectStatus, async ({ ctx, viewer, params }) =>
  connectStatusOf(ctx, (await ownTalent(ctx, viewer, params.talent_id)).id),
)
