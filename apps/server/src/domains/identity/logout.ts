import { routes } from '@viva-voce/contract'
import { clearSessionCookie } from '../../http/cookies.ts'
import { endpoint } from '../../http/endpoint.ts'
import { sessionOf } from '../../http/viewer.ts'
import { endSession as end } from './sessions.ts'

export const logout = endpoint(routes.logout, async ({ ctx, viewer, reply }) => {
  await end(ctx, viewer.userId, sessionOf(viewer).sessionId)
  clearSessionCookie(ctx.config, reply)
  return {}
})
