import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Clock } from '../clock/clock.ts'
import { type ViesFault, ViesFaults, viesFault } from './faults.ts'

const request = z.object({
  countryCode: z.string(),
  vatNumber: z.string(),
  requesterMemberStateCode: z.string().optional(),
  requesterNumber: z.string().optional(),
})

const memberStates =
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' ')

/**
 * VIES under /vies: every number is registered but those whose last digit is 0, so that both answers can be seen.
 * POST /vies/faults sets how it misbehaves.
 */
export function registerVies(app: FastifyInstance, { clock }: { clock: Clock }): void {
  const faults = new ViesFaults()
  app.get('/vies/faults', () => faults.state)
  app.post('/vies/faults', (incoming, reply) => {
    const parsed = viesFault.safeParse(incoming.body)
    if (!parsed.success) return reply.code(422).send({ error: z.prettifyError(parsed.error) })
    faults.set(parsed.data)
    return faults.state
  })
  app.post('/vies/check-vat-number', (incoming, reply) => {
    const fault = faults.next()
    if (fault !== 'none') return misbehave[fault](reply)
    const parsed = request.safeParse(incoming.body)
    if (!parsed.success || !memberStates.includes(parsed.data.countryCode)) {
      return reply.code(400).send(errorOf('INVALID_INPUT'))
    }
    return answerTo(parsed.data, clock)
  })
}

function answerTo(asked: z.infer<typeof request>, clock: Clock) {
  const valid = !/0\D*$/.test(asked.vatNumber)
  const isNamed = Boolean(asked.requesterMemberStateCode && asked.requesterNumber)
  return {
    countryCode: asked.countryCode,
    vatNumber: asked.vatNumber,
    requestDate: clock.now().toISOString(),
    valid,
    requestIdentifier: isNamed ? `WAPIAAAA${randomBytes(6).toString('base64url')}` : '',
    name: valid ? `Studio ${asked.vatNumber}` : '---',
    address: valid ? '1 Sample Street' : '---',
  }
}

const errorOf = (error: string) => ({ actionSucceed: false, errorWrappers: [{ error }] })

const misbehave: Record<Exclude<ViesFault['mode'], 'none'>, (reply: FastifyReply) => unknown> = {
  // VIES answers these with status 200.
  ms_unavailable: () => errorOf('MS_UNAVAILABLE'),
  user_error: () => ({ valid: false, userError: 'MS_UNAVAILABLE', requestDate: '', name: '---' }),
  throttled: () => errorOf('MS_MAX_CONCURRENT_REQ'),
  server_error: (reply) => reply.code(500).send(errorOf('SERVICE_UNAVAILABLE')),
  html: (reply) => reply.code(503).type('text/html').send('<h1>Maintenance</h1>'),
  silent: (reply) => reply.hijack(),
  hang_up: (reply) => {
    reply.hijack()
    reply.raw.destroy()
  },
}
