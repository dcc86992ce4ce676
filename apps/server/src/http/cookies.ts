import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

const session = 'vv_session'
const signIn = 'vv_sign_in'

/** Behind https a cookie carries the __Host- prefix: bound to this host, path / and Secure (RFC 6265bis). */
function nameOf(config: Config, name: string): string {
  return config.secureCookies ? `__Host-${name}` : name
}

function options(config: Config, maxAgeSeconds: number) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.secureCookies,
    maxAge: maxAgeSeconds,
  } as const
}

export function readSessionCookie(config: Config, request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(config, session)]
}

export function setSessionCookie(config: Config, reply: FastifyReply, token: string): void {
  reply.setCookie(nameOf(config, session), token, options(config, config.sessionMs / 1000))
}

export function clearSessionCookie(config: Config, reply: FastifyReply): void {
  reply.setCookie(nameOf(config, session), '', options(config, 0))
}

export function readSignInCookie(config: Config, request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(config, signIn)]
}

/** The browser's half of a sign-in attempt; it must come back with the provider's answer. */
export function setSignInCookie(config: Config, reply: FastifyReply, token: string): void {
  reply.setCookie(nameOf(config, signIn), token, options(config, 600))
}

export function clearSignInCookie(config: Config, reply: FastifyReply): void {
  reply.setCookie(nameOf(config, signIn), '', options(config, 0))
}
