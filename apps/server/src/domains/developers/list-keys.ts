import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { listApiKeys } from './api-keys.ts'

export const listKeys = endpoint(routes.listKeys, async ({ ctx, viewer }) => ({
  items: await listApiKeys(ctx, developerOf(viewer)),
}))
