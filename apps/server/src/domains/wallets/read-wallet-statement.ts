import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { readStatement as read } from './statement.ts'

export const readWalletStatement = endpoint(
  routes.readWalletStatement,
  async ({ ctx, viewer, query }) => read(ctx, developerOf(viewer), query),
)
