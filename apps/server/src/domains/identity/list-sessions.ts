import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { sessionOf } from '../../http/viewer.ts'
import { listSessions as list } from './sessions.ts'

export const listSessions = endpoint(routes.listSessions, async ({ ctx, viewer }) => ({
  sessions: await list(ctx, viewer.userId, sessionOf(viewer).sessionId),
}))
