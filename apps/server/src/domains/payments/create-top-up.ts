import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { openTopUp } from './checkout.ts'

export const createTopUp = endpoint(routes.createTopUp, async ({ ctx, viewer, body }) =>
  openTopUp(ctx, developerOf(viewer), { amountEur: body.amount_eur, savesCard: body.save_card }),
)
