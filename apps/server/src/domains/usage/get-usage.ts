import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { recentDays, scopeOf } from './activity.ts'

/** Nobody's figures: an owner that no row has. */
const nobody = { scope: 'developer', ownerId: '' } as const

export const getUsage = endpoint(routes.getUsage, async ({ ctx, viewer, query }) => {
  const days = await recentDays(ctx, scopeOf(viewer) ?? nobody, query.days)
  return days.map(({ date, requests, audioMs }) => ({
    date,
    requests: Number(requests),
    seconds: Number(audioMs) / 1000,
  }))
})
