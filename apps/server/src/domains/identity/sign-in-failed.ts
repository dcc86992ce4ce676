import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { clearSignInCookie } from '../../http/cookies.ts'
import { ApiError } from '../../kit/api-error.ts'

/** A browser is on its way, so a refusal is a sentence on the sign-in page and not a JSON document. */
export function signInFailed(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  if (!(error instanceof ApiError)) throw error
  request.log.warn({ err: error, cause: error.cause }, 'sign-in failed')
  clearSignInCookie(ctx.config, reply)
  return reply.redirect(`${ctx.config.webUrl}/login?error=${encodeURIComponent(error.message)}`)
}
