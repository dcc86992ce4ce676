import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { listTopUps as list } from './read.ts'

export const listTopUps = endpoint(routes.listTopUps, async ({ ctx, viewer, query }) =>
  list(ctx, developerOf(viewer), query),
)
