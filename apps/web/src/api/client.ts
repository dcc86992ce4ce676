import {
  type AnswerOf,
  type BodyInputOf,
  fillPath,
  needsCsrf,
  type ParamsOf,
  type RouteName,
  type RouteSpec,
  routes,
} from '@viva-voce/contract'
import { apiUrl } from '../hosts.ts'
import { readRefusal } from './errors.ts'

type Routes = typeof routes
type QueryInputOf<R> = R extends { query: { _zod: { input: infer Q } } } ? Q : undefined
type Part<K extends string, V> = undefined extends V ? { [P in K]?: V } : { [P in K]: V }

/** What a call takes: the path parameters, query and body that its route asks for. */
export type CallInput<N extends RouteName> = Part<'params', ParamsOf<Routes[N]>> &
  Part<'query', QueryInputOf<Routes[N]>> &
  Part<'body', BodyInputOf<Routes[N]>> & {
    headers?: Record<string, string>
    signal?: AbortSignal
  }

/** The routes that answer JSON; the others are read through {@link send}. */
export type JsonRouteName = {
  [N in RouteName]: Routes[N]['answer'] extends string ? never : N
}[RouteName]

interface LooseInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

let csrfToken: string | null = null

/** Keeps the session's CSRF token for the calls that follow; null when signed out. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token
}

/** Calls a route and gives the raw response; throws ApiError when it is refused. */
export async function send<N extends RouteName>(name: N, input: CallInput<N>): Promise<Response> {
  const route: RouteSpec = routes[name]
  const { params, query, body, headers, signal } = input as LooseInput
  const response = await fetch(address(route, params, query), {
    method: route.method,
    credentials: 'include',
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headersFor(route),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  })
  if (!response.ok) throw await readRefusal(response)
  return response
}

/** Calls a route and gives its answer, parsed by the contract. */
export async function call<N extends JsonRouteName>(
  name: N,
  input: CallInput<N>,
): Promise<AnswerOf<Routes[N]>> {
  const response = await send(name, input)
  const { answer } = routes[name] as RouteSpec
  if (typeof answer === 'string') throw new TypeError(`${name} does not answer JSON`)
  const text = await response.text()
  return answer.parse(text === '' ? {} : JSON.parse(text)) as AnswerOf<Routes[N]>
}

/** The address of a call on the API host. */
export function address(
  route: RouteSpec,
  params?: Record<string, string>,
  query: Record<string, unknown> = {},
): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(key, String(value))
  }
  const suffix = search.size > 0 ? `?${search}` : ''
  return apiUrl + fillPath(route.path, params) + suffix
}

/** What a route needs beside its body: the CSRF token, or a development build's key. */
export function headersFor(route: RouteSpec): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  const key = developmentKey(route)
  if (key) headers['X-API-Key'] = key
  else if (csrfToken && needsCsrf(route)) headers['X-CSRF-Token'] = csrfToken
  return headers
}

/** The build-time key of a development build, for calls that take a key. A production build has none. */
function developmentKey(route: RouteSpec): string | undefined {
  if (!import.meta.env.DEV || route.access.kind !== 'people') return undefined
  return route.access.by.includes('key') ? import.meta.env.VITE_API_KEY : undefined
}
