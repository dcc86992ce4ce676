import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { ApiError } from '../kit/api-error.ts'
import { sendProblem } from './problem.ts'

/** True when a browser asks for a page rather than a program for data. */
export function wantsHtml(request: FastifyRequest): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
}

/** False while the web app is not built, or lives on a host of its own. */
export function servesPages(app: FastifyInstance): boolean {
  return app.hasReplyDecorator('sendFile')
}

/** Serves the built web app: its files, and index.html for every page that the app routes itself. */
export async function serveWeb(app: FastifyInstance, config: Config): Promise<void> {
  const built = existsSync(join(config.webDist, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: config.webDist,
      wildcard: false,
      // Names under /assets carry a hash of their content, so they never change.
      setHeaders: (reply, path) => {
        const hashed = path.includes(`${join(config.webDist, 'assets')}`)
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (built && wantsHtml(request) && !request.url.startsWith('/v1/')) {
      return reply.sendFile('index.html', { cacheControl: false })
    }
    return sendProblem(
      request,
      reply,
      new ApiError('not_found', 'There is nothing at this address.'),
    )
  })
}
