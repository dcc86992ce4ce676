import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { notFound } from '../../kit/api-error.ts'
import { revokeApiKey } from './api-keys.ts'

export const revokeKey = endpoint(routes.revokeKey, async ({ ctx, viewer, params }) => {
  if (!(await revokeApiKey(ctx, developerOf(viewer), params.key_id))) throw notFound('API key')
  return {}
})
