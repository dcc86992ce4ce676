import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Clock, ClockRefusal, type ClockStep } from './clock.ts'

/** GET /clock and POST /clock/advance, the latter for programs (JSON) and for the page's buttons. */
export function registerClock(app: FastifyInstance, clock: Clock): void {
  app.get('/clock', () => clock.tell())
  app.post('/clock/advance', (request, reply) => {
    try {
      return answer(request, reply, clock)
    } catch (error) {
      if (!(error instanceof ClockRefusal)) throw error
      return reply.code(422).send({ error: error.code, message: error.message })
    }
  })
}

function answer(request: FastifyRequest, reply: FastifyReply, clock: Clock) {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return clock.advance(request.body as ClockStep)
  }
  const fields = Object.entries(request.body as Record<string, string>)
  clock.advance(Object.fromEntries(fields.map(([unit, value]) => [unit, Number(value)])))
  return reply.redirect('/', 303)
}
