import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { listFinished } from './finished.ts'

export const listSyntheses = endpoint(routes.listSyntheses, async ({ ctx, viewer, query }) =>
  listFinished(ctx, developerOf(viewer), query),
)
