import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { listAcceptances as list } from './acceptances.ts'

export const listAcceptances = endpoint(routes.listAcceptances, async ({ ctx, viewer }) => ({
  acceptances: await list(ctx, viewer.userId),
}))
