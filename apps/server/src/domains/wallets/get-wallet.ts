import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { readWallet } from '../payments/customers.ts'

export const getWallet = endpoint(routes.getWallet, async ({ ctx, viewer }) =>
  readWallet(ctx, developerOf(viewer)),
)
