import { routes } from '@viva-voce/contract'
import { clearSignInCookie, readSignInCookie, setSessionCookie } from '../../http/cookies.ts'
import { endpoint } from '../../http/endpoint.ts'
import { endSignIn } from './sign-in.ts'
import { signInFailed } from './sign-in-failed.ts'

export const finishSignIn = endpoint(
  routes.finishSignIn,
  async ({ ctx, params, reply, request }) => {
    try {
      const { sessionToken, mustChooseRole } = await endSignIn(ctx, params.provider, {
        browserToken: readSignInCookie(ctx.config, request),
        // The provider compares the redirect address with the one we registered, so the public one is used.
        url: new URL(request.url, ctx.config.apiUrl),
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
      })
      clearSignInCookie(ctx.config, reply)
      setSessionCookie(ctx.config, reply, sessionToken)
      return reply.redirect(
        `${ctx.config.webUrl}/${mustChooseRole ? 'signup/choose-role' : 'dashboard'}`,
      )
    } catch (error) {
      return signInFailed(ctx, request, reply, error)
    }
  },
)
