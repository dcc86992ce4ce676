import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { readWorkerReady } from './health.ts'

export const getWorkerReady = endpoint(routes.getWorkerReady, async ({ ctx, reply }) => {
  const ready = await readWorkerReady(ctx)
  if (!ready.ok) reply.code(503)
  return ready
})
