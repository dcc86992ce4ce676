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

/** For a body of JSON to arrive. */
const bodyTimeoutMs = 180_000
/** For an upload of 400 MB over a line of 3 Mbit/s. */
const formTimeoutMs = 20 * 60_000

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
    requestTimeout: formTimeoutMs,
    frameworkErrors: refuseBadAddress,
    genReqId: () => ctx.ids.next('req'),
  })
  readJsonBodies(app)
  logRequests(app)
  letConnectionsGo(app)
  endSlowBodies(app)
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

/** An answer that goes out while the process stops ends its connection, which would else be kept for the next. */
function letConnectionsGo(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}

/** Ends requests whose body is still on its way; Node's own limit is one for all, so it is that of uploads. */
function endSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers, routeOptions }) => {
    const hasBody = headers['content-length'] !== undefined || 'transfer-encoding' in headers
    if (!hasBody || routeOptions.config.isForm) return
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, bodyTimeoutMs)
    raw.once('close', () => clearTimeout(timer))
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
