import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Calls, Desk } from './call.ts'
import { connectCalls } from './calls-connect.ts'
import { paymentCalls } from './calls-payments.ts'
import { expanded } from './expand.ts'
import type { Faults } from './faults.ts'
import { type Form, listAt, parseForm } from './form.ts'
import { STRIPE_MERCHANT } from './merchant.ts'
import { Refusal } from './refusal.ts'

interface Answer {
  status: number
  body: object
}

/** What is kept for an idempotency key: https://docs.stripe.com/api/idempotent_requests. */
interface KeptAnswer extends Answer {
  fingerprint: string
}

const calls: Calls = { ...paymentCalls, ...connectCalls }

/** The REST API under /v1, with its keys, its idempotency and its faults. */
export function registerApi(app: FastifyInstance, desk: Desk, faults: Faults): void {
  app.register(async (scope) => {
    // The whole form with its brackets, unlike the forms of the pages.
    scope.removeContentTypeParser('application/x-www-form-urlencoded')
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, String(body)),
    )
    for (const name of Object.keys(calls)) {
      const [method, path] = name.split(' ') as [string, string]
      scope.route({
        method,
        url: path,
        handler: (request, reply) => answerCall(desk, faults, name, request, reply),
      })
    }
  })
}

async function answerCall(
  desk: Desk,
  faults: Faults,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('request-id', `req_${randomBytes(7).toString('hex')}`)
  const fault = faults.throw()
  await faults.pass(name, 'before')
  if (fault.delayMs > 0) await delay(fault.delayMs)
  if (fault.before === 'drop') return hangUp(reply)
  if (fault.before === 'fail') return send(reply, brokenDown)
  const text = request.method === 'GET' ? (request.raw.url?.split('?')[1] ?? '') : request.body
  const answer = refusedKey(request) ?? once(desk, name, request, String(text ?? ''), fault.after)
  await faults.pass(name, 'after')
  if (fault.after === 'drop') return hangUp(reply)
  return send(reply, fault.after === null ? answer : brokenDown)
}

const brokenDown: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
}

function refusedKey(request: FastifyRequest): Answer | null {
  if (request.headers.authorization === `Bearer ${STRIPE_MERCHANT.secretKey}`) return null
  const error = { type: 'invalid_request_error', message: 'Invalid API Key provided' }
  return { status: 401, body: { error } }
}

/** Performs a call, or gives the answer that its idempotency key got before. */
function once(
  desk: Desk,
  name: string,
  request: FastifyRequest,
  text: string,
  after: string | null,
): Answer {
  const header = request.headers['idempotency-key']
  const key = request.method === 'POST' && typeof header === 'string' ? header : null
  const path = request.raw.url!.split('?')[0]!
  const fingerprint = createHash('sha256').update(`${path}\n${text}`).digest('base64')
  const kept = key === null ? undefined : (desk.store.answer(key) as KeptAnswer | undefined)
  if (kept) return kept.fingerprint === fingerprint ? kept : otherBody(key!)
  const answer = perform(desk, name, path, text)
  if (key === null || !isKept(answer)) return answer
  const shown = after === 'fail_kept' ? brokenDown : answer
  desk.store.keepAnswer(key, { ...structuredClone(shown), fingerprint })
  return answer
}

/** What was refused before anything began may be sent again with the same key. */
const isKept = ({ status }: Answer) => status < 400 || status === 402 || status >= 500

function otherBody(key: string): Answer {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return { status: 400, body: { error: { type: 'idempotency_error', message } } }
}

function perform(desk: Desk, name: string, path: string, text: string): Answer {
  const form = parseForm(text)
  const expand = listAt(form, 'expand').map(String)
  try {
    const body = calls[name]!(desk, { ids: idsIn(name, path), form: without(form, 'expand') })
    return { status: 200, body: expanded(desk.store, body, expand) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: { error: expanded(desk.store, error.body, []) } }
  }
}

function idsIn(name: string, path: string): string[] {
  const pattern = name.split(' ')[1]!.split('/')
  const parts = path.split('/')
  return parts.filter((_, index) => pattern[index] === ':id').map(decodeURIComponent)
}

function without(form: Form, name: string): Form {
  return Object.fromEntries(Object.entries(form).filter(([each]) => each !== name))
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  const text = JSON.stringify(body, (name, value) => (name === 'sandbox' ? undefined : value))
  return reply.code(status).type('application/json').send(text)
}

/** The connection breaks without an answer. */
function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}
