import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { ApiError } from '../../kit/api-error.ts'
import { endConnect } from './oauth.ts'

export const finishStripeOauth = endpoint(
  routes.finishStripeOauth,
  async ({ ctx, viewer, request, reply }) => {
    const page = new URL('/dashboard/talent', ctx.config.webUrl)
    if (!viewer) return reply.redirect(new URL('/login', ctx.config.webUrl).href)
    try {
      await endConnect(ctx, viewer.userId, new URL(request.url, ctx.config.apiUrl).searchParams)
      page.searchParams.set('connected', 'true')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      page.searchParams.set('connect_error', error.message)
    }
    return reply.redirect(page.href)
  },
)
