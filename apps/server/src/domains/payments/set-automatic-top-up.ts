import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { readWallet, setAutomaticTopUp as set } from './customers.ts'

export const setAutomaticTopUp = endpoint(
  routes.setAutomaticTopUp,
  async ({ ctx, viewer, body }) => {
    const developerId = developerOf(viewer)
    const { enabled, below_eur: belowEur, amount_eur: amountEur } = body
    await set(ctx, developerId, { enabled, belowEur, amountEur })
    return readWallet(ctx, developerId)
  },
)
