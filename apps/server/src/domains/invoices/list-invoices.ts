import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { listPapers } from './read.ts'

export const listInvoices = endpoint(routes.listInvoices, async ({ ctx, viewer, query }) =>
  listPapers(ctx, developerOf(viewer), query),
)
