import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Context } from './context.ts'
import { endpoints } from './endpoints.ts'
import { refuseBadAddress, renderErrors } from './http/problem.ts'
import { registerRoutes } from './http/register.ts'
import { secure } from './http/security.ts'
import { serveWeb } from './http/web.ts'

const bodyLimitBytes = 256 * 1024
/** Licence tokens travel in the path. */
const maxParamLength = 4_096

/** The HTTP side of the product, ready to listen. */
export async function createApp(ctx: Context): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: ctx.logger as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    trustProxy: ctx.config.trustProxy,
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength },
    requestTimeout: 180_000,
    frameworkErrors: refuseBadAddress,
    genReqId: () => ctx.ids.next('req'),
  })
  readJsonBodies(app)
  logRequests(app)
  renderErrors(app)
  await secure(app, ctx.config)
  await app.register(fastifyCookie)
  await serveWeb(app, ctx.config)
  registerRoutes(app, ctx, endpoints)
  return app
}

/** JSON as the only body, and an empty body for calls that take none; `__proto__` is refused. */
function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    void parse(request, body as string, done)
  })
}

/** One line for each request, with what an incident needs: who, what, how it ended, how long it took. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        // The pattern and not the address: tokens travel in paths.
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}
