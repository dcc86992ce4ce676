import type { RouteSpec } from '@viva-voce/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../kit/api-error.ts'
import type { Viewer } from './viewer.ts'

/**
 * Counts the call against its limit, by key, person or address, and writes the RateLimit headers
 * (draft-ietf-httpapi-ratelimit-headers). Throws 429 with Retry-After when the limit is used up.
 */
export async function limitCall(
  ctx: Context,
  route: RouteSpec,
  viewer: Viewer | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (route.limit === 'none') return
  const state = await ctx.limiter.consume(route.limit, callerOf(viewer, request))
  reply.header('ratelimit-policy', `"${route.limit}";q=${state.limit};w=${state.windowSeconds}`)
  reply.header('ratelimit', `"${route.limit}";r=${state.remaining};t=${state.resetSeconds}`)
  if (state.allowed) return
  throw new ApiError('rate_limited', 'Too many requests. Please wait a moment.', {
    retryAfterSeconds: state.resetSeconds,
  })
}

function callerOf(viewer: Viewer | null, request: FastifyRequest): string {
  if (viewer?.via.kind === 'key') return viewer.via.keyId
  return viewer?.userId ?? request.ip
}
