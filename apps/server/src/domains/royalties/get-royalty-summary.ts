import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { summarise } from './read.ts'

export const getRoyaltySummary = endpoint(routes.getRoyaltySummary, async ({ ctx, viewer }) =>
  summarise(ctx, viewer),
)
