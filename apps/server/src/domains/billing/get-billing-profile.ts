import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { readProfile } from './profile.ts'

export const getBillingProfile = endpoint(routes.getBillingProfile, async ({ ctx, viewer }) =>
  readProfile(ctx, developerOf(viewer)),
)
