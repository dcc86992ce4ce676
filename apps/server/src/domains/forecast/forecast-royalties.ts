import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { forecastFor } from './forecast.ts'

export const forecastRoyalties = endpoint(
  routes.forecastRoyalties,
  async ({ ctx, viewer, query }) => forecastFor(ctx, viewer, query.days),
)
