import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { saveProfile } from './profile.ts'

export const saveBillingProfile = endpoint(
  routes.saveBillingProfile,
  async ({ ctx, viewer, body }) => saveProfile(ctx, developerOf(viewer), body),
)
