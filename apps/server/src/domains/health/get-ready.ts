import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { readStatus } from './health.ts'

export const getReady = endpoint(routes.getReady, async ({ ctx, reply }) => {
  const status = await readStatus(ctx)
  if (!status.ok) reply.code(503)
  return status
})
