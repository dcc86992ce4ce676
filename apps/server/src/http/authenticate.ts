import { timingSafeEqual } from 'node:crypto'
import { admits, needsCsrf, type RouteSpec } from '@viva-voce/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { viewerByKey } from '../domains/developers/api-keys.ts'
import { viewerBySession } from '../domains/identity/sessions.ts'
import { ApiError } from '../kit/api-error.ts'
import { readSessionCookie } from './cookies.ts'
import type { Viewer } from './viewer.ts'

/**
 * Who makes this call, checked against who may make it.
 * A key counts before a cookie. Throws 401 without either, 403 outside the role or without the CSRF token.
 */
export async function authenticate(
  ctx: Context,
  route: RouteSpec,
  request: FastifyRequest,
): Promise<Viewer | null> {
  const viewer = (await byKey(ctx, request)) ?? (await bySession(ctx, request))
  if (route.access.kind === 'anyone') return viewer
  if (!viewer) throw new ApiError('not_signed_in', 'Please sign in or send an API key.')
  if (!route.access.by.includes(viewer.via.kind)) {
    throw new ApiError('forbidden', 'This call needs a signed-in session, not an API key.')
  }
  if (!admits(route.access.roles, viewer.role)) {
    throw new ApiError('forbidden', `This is for the role ${String(route.access.roles)}.`)
  }
  if (viewer.via.kind === 'session' && needsCsrf(route)) checkCsrf(viewer.via.csrfToken, request)
  return viewer
}

async function byKey(ctx: Context, request: FastifyRequest): Promise<Viewer | null> {
  const header = request.headers['x-api-key']
  const bearer = /^bearer +(vv_\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const key = typeof header === 'string' ? header : bearer
  if (!key) return null
  const viewer = await viewerByKey(ctx, key)
  if (!viewer) throw new ApiError('invalid_api_key', 'This API key is not valid, or was revoked.')
  return viewer
}

async function bySession(ctx: Context, request: FastifyRequest): Promise<Viewer | null> {
  const token = readSessionCookie(ctx.config, request)
  return token ? viewerBySession(ctx, token) : null
}

function checkCsrf(expected: string, request: FastifyRequest): void {
  const given = request.headers['x-csrf-token']
  const a = Buffer.from(expected)
  const b = Buffer.from(typeof given === 'string' ? given : '')
  if (a.length === b.length && timingSafeEqual(a, b)) return
  throw new ApiError('csrf_mismatch', 'This page is out of date. Please reload it and try again.')
}
