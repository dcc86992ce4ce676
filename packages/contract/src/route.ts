import type { z } from 'zod'
import type { Role } from './roles.ts'

/**
 * Who may call a route.
 * `anyone`: nobody needs to sign in, but a session or key that is sent is used.
 * `people`: a session (cookie), an API key, or either, and optionally only some roles; an admin's session passes each role.
 */
export type Access =
  | { kind: 'anyone' }
  | { kind: 'people'; by: readonly ('session' | 'key')[]; roles: readonly Role[] | 'any' }

/** The limiter that counts a route's calls; the numbers are the server's configuration. */
export type LimitClass =
  | 'ordinary'
  | 'sign_in'
  | 'synthesis'
  | 'public_check'
  | 'audio_check'
  | 'lookup'
  | 'none'

/** What a route answers when it succeeds: JSON by schema, or something that is not JSON. */
export type Answer =
  | z.ZodType
  | 'audio'
  | 'redirect'
  | 'markdown'
  | 'zip'
  | 'csv'
  | 'pdf'
  | 'c2pa'
  | 'html_or_json'

/** One call of the API. Everything that a request is checked against stands here and nowhere else. */
export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path with `:name` parameters. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** `planned` calls answer 501 until their issue builds them. */
  readonly stage: 'live' | 'planned'
  readonly limit: LimitClass
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly multipart?: true
  /** The largest body of a `multipart` call, in bytes; that of an upload of recordings without it. */
  readonly formBytes?: number
  /** The endpoint reads the bytes of the body, for example to check their signature. */
  readonly rawBody?: true
  readonly answer: Answer
  /** Refusals in OpenAI's shape instead of problem+json, for clients that expect it. */
  readonly errors?: 'openai'
}

export const anyone = { kind: 'anyone' } as const satisfies Access
export const signedIn = { kind: 'people', by: ['session'], roles: 'any' } as const satisfies Access
export const developer = {
  kind: 'people',
  by: ['session'],
  roles: ['developer'],
} as const satisfies Access
export const developerOrKey = {
  kind: 'people',
  by: ['session', 'key'],
  roles: ['developer'],
} as const satisfies Access
export const talent = {
  kind: 'people',
  by: ['session'],
  roles: ['talent'],
} as const satisfies Access

export const admin = {
  kind: 'people',
  by: ['session'],
  roles: ['admin'],
} as const satisfies Access

/** True when a call needs `X-CSRF-Token` if it is authorised by the session cookie. */
export function needsCsrf(route: RouteSpec): boolean {
  return route.method !== 'GET' && route.access.kind === 'people'
}

/** Keeps the literal types of a group of routes while checking its shape. */
export function defineRoutes<const T extends Record<string, RouteSpec>>(routes: T): T {
  return routes
}

type Parsed<T> = T extends z.ZodType ? z.infer<T> : undefined

/** The parsed path parameters, query and body of a route, and its JSON answer. */
export type ParamsOf<R extends RouteSpec> = Parsed<R['params']>
export type QueryOf<R extends RouteSpec> = Parsed<R['query']>
export type BodyOf<R extends RouteSpec> = Parsed<R['body']>
export type BodyInputOf<R extends RouteSpec> = R['body'] extends z.ZodType
  ? z.input<R['body']>
  : undefined
export type AnswerOf<R extends RouteSpec> = Parsed<R['answer']>

/** Puts values into a path's `:name` places, URL-encoded; throws when one is missing. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}
