import { routes } from '@viva-voce/contract'
import { readSessionCookie, setSessionCookie } from '../../http/cookies.ts'
import { endpoint } from '../../http/endpoint.ts'
import { describe } from './people.ts'

export const getMe = endpoint(routes.getMe, async ({ ctx, viewer, request, reply }) => {
  // The session rolls forward, and the browser's copy with it, or the browser would forget it on day 14.
  setSessionCookie(ctx.config, reply, readSessionCookie(ctx.config, request)!)
  reply.header('cache-control', 'no-store')
  return describe(ctx, viewer)
})
