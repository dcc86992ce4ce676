import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { readTopUp } from './read.ts'

export const getTopUp = endpoint(routes.getTopUp, async ({ ctx, viewer, params }) =>
  readTopUp(ctx, developerOf(viewer), params.payment_id),
)
