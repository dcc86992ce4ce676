import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { inTransaction } from '../../kit/db.ts'
import { createApiKey } from './api-keys.ts'

export const createKey = endpoint(routes.createKey, async ({ ctx, viewer, body, reply }) => {
  const developerId = developerOf(viewer)
  const { key, item } = await inTransaction(ctx.db, (tx) =>
    createApiKey(ctx, tx, developerId, body.name),
  )
  reply.header('cache-control', 'no-store')
  return { api_key: key, item }
})
