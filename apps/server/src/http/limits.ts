import type { RouteSpec } from '@viva-voce/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../kit/api-error.ts'
import type { LimitState } from '../kit/limiter.ts'
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
  const state = await consume(ctx, route.limit, viewer, request)
  reply.header('ratelimit-policy', `"${route.limit}";q=${state.limit};w=${state.windowSeconds}`)
  reply.header('ratelimit', `"${route.limit}";r=${state.remaining};t=${state.resetSeconds}`)
  if (state.allowed) return
  throw new ApiError('rate_limited', 'Too many requests. Please wait a moment.', {
    retryAfterSeconds: state.resetSeconds,
  })
}

/** Dear calls count by address as well, so that nobody gets more of them by signing up often. */
async function consume(
  ctx: Context,
  limit: Exclude<RouteSpec['limit'], 'none'>,
  viewer: Viewer | null,
  request: FastifyRequest,
): Promise<LimitState> {
  const caller = callerOf(viewer, request)
  const state = await ctx.limiter.consume(limit, caller)
  if (limit !== 'audio_check' || caller === request.ip || !state.allowed) return state
  const byAddress = await ctx.limiter.consume(limit, request.ip)
  return byAddress.remaining < state.remaining || !byAddress.allowed ? byAddress : state
}

/** Whom a call counts for: a key, a person, or an address. */
export function callerOf(viewer: Viewer | null, request: FastifyRequest): string {
  if (viewer?.via.kind === 'key') return viewer.via.keyId
  return viewer?.userId ?? request.ip
}
