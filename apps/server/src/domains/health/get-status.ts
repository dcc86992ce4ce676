import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { wantsHtml } from '../../http/web.ts'
import { readStatus } from './health.ts'

export const getStatus = endpoint(routes.getStatus, async ({ ctx, request, reply }) => {
  if (wantsHtml(request)) return reply.sendFile('index.html', { cacheControl: false })
  reply.header('cache-control', 'no-store').header('vary', 'accept')
  return reply.send(await readStatus(ctx))
})
