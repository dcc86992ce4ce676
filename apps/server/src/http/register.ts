import fastifyMultipart from '@fastify/multipart'
import { type RouteName, type RouteSpec, routes, uploadLimits } from '@viva-voce/contract'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { ZodType } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../kit/api-error.ts'
import { authenticate } from './authenticate.ts'
import type { Endpoint } from './endpoint.ts'
import { limitCall } from './limits.ts'
import { validationError } from './problem.ts'
import { notAForm } from './receive-files.ts'
import type { Viewer } from './viewer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The shape of the route's refusals. */
    errors?: RouteSpec['errors']
    /** Its body is a form, which may be large and take long. */
    isForm?: boolean
    /** The largest form, in bytes. */
    formBytes?: number
  }
}

type LiveRouteName = {
  [Name in RouteName]: (typeof routes)[Name]['stage'] extends 'live' ? Name : never
}[RouteName]

/** An endpoint for each live route: forgetting one is a type error. */
export type Endpoints = Record<LiveRouteName, Endpoint>

/** All files of an upload at their largest, and what stands between them. */
const formLimitBytes = uploadLimits.files * uploadLimits.fileBytes + 2 ** 20

const viewers = new WeakMap<FastifyRequest, Viewer | null>()

/** Gives every route of the contract its handler; a planned one answers 501 after the same checks of who calls. */
export function registerRoutes(app: FastifyInstance, ctx: Context, endpoints: Endpoints): void {
  for (const [name, route] of Object.entries(routes) as [RouteName, RouteSpec][]) {
    const built = route.stage === 'live' ? endpoints[name as LiveRouteName] : null
    const add = route.multipart ? addFormRoute : route.rawBody ? addRawRoute : addRoute
    add(app, {
      method: route.method,
      url: route.path,
      config: { errors: route.errors, isForm: route.multipart, formBytes: route.formBytes },
      // Before the body is read: nobody uploads megabytes just to be told 401.
      onRequest: async (request, reply) => {
        const known = await authenticate(ctx, route, request).catch((refusal: unknown) => ({
          refusal,
        }))
        const refused = known !== null && 'refusal' in known
        // Whoever is refused counts by address, so that keys cannot be tried without end.
        await limitCall(ctx, route, refused ? null : known, request, reply)
        if (refused) throw known.refusal
        viewers.set(request, known)
      },
      handler: async (request, reply) => {
        if (!built) throw notImplemented(route)
        const call = {
          ctx,
          viewer: viewers.get(request) ?? null,
          params: parseParams(route.params, request.params),
          query: parse('query', route.query, request.query),
          body: parse('body', route.body, request.body),
          request,
          reply,
        }
        const result = await built.handle(call as Parameters<Endpoint['handle']>[0])
        return typeof route.answer === 'string' ? result : route.answer.parse(result)
      },
    })
  }
}

function addRoute(app: FastifyInstance, options: RouteOptions): void {
  app.route(options)
}

/** A form is the only body of these calls, and of no others; who takes it reads it as it arrives. */
function addFormRoute(app: FastifyInstance, options: RouteOptions): void {
  app.register(async (scope) => {
    // JSON would be read into memory up to the limit, which is large here.
    scope.removeAllContentTypeParsers()
    await scope.register(fastifyMultipart)
    scope.addContentTypeParser('*', (_request, _payload, done) => done(notAForm()))
    scope.route({ ...options, bodyLimit: options.config?.formBytes ?? formLimitBytes })
  })
}

/** The body as the bytes that were sent, whatever they call themselves. */
function addRawRoute(app: FastifyInstance, options: RouteOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.route(options)
  })
}

/** A path that no object can have is a path that leads nowhere. */
function parseParams(schema: ZodType | undefined, value: unknown) {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (!result.success) throw new ApiError('not_found', 'There is nothing at this address.')
  return result.data
}

function parse(part: 'query' | 'body', schema: ZodType | undefined, value: unknown) {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (!result.success) throw validationError(part, result.error)
  return result.data
}

function notImplemented(route: RouteSpec): ApiError {
  return new ApiError('not_implemented', `This is not available yet: ${route.summary}.`)
}
