import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { notFound } from '../../kit/api-error.ts'
import { endSession as end } from './sessions.ts'

export const endSession = endpoint(routes.endSession, async ({ ctx, viewer, params }) => {
  if (!(await end(ctx, viewer.userId, params.session_id))) throw notFound('session')
  return {}
})
