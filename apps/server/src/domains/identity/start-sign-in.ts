import { routes } from '@viva-voce/contract'
import { setSignInCookie } from '../../http/cookies.ts'
import { endpoint } from '../../http/endpoint.ts'
import { beginSignIn } from './sign-in.ts'
import { signInFailed } from './sign-in-failed.ts'

export const startSignIn = endpoint(
  routes.startSignIn,
  async ({ ctx, params, query, reply, request }) => {
    try {
      const { url, browserToken } = await beginSignIn(ctx, params.provider, query.role)
      setSignInCookie(ctx.config, reply, browserToken)
      return reply.redirect(url.href)
    } catch (error) {
      return signInFailed(ctx, request, reply, error)
    }
  },
)
