import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { servesPages, wantsHtml } from '../../http/web.ts'
import { readStatus } from './health.ts'

export const getStatus = endpoint(routes.getStatus, async ({ ctx, request, reply }) => {
  reply.header('vary', 'accept')
  if (wantsHtml(request) && servesPages(request.server)) {
    return reply.sendFile('index.html', { cacheControl: false })
  }
  reply.header('cache-control', 'no-store')
  return reply.send(await readStatus(ctx))
})
