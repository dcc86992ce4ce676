import { errorCodes, type Problem, problemType } from '@viva-voce/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodError } from 'zod'
import { ApiError } from '../kit/api-error.ts'
import { isUnstorableText } from '../kit/db.ts'

/** The one place where a refusal becomes an answer (RFC 9457), and where an unexpected error is logged. */
export function renderErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const refusal = toApiError(error)
    if (refusal.status >= 500 && refusal.code !== 'not_implemented')
      logFailure(request, refusal, error)
    return sendProblem(request, reply, refusal)
  })
}

/** Addresses that no route can be looked up for: `/%ff`, or kilobytes long. No hook has run for them. */
export function refuseBadAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal =
    error.code === 'FST_ERR_BAD_URL'
      ? new ApiError('invalid_request', 'This address is malformed.')
      : new ApiError('not_found', 'There is nothing at this address.')
  reply.header('x-request-id', request.id)
  sendProblem(request, reply, refusal)
}

function logFailure(request: FastifyRequest, refusal: ApiError, error: Error): void {
  const level = refusal.code === 'internal' ? 'error' : 'warn'
  request.log[level]({ err: error }, `${refusal.code}: ${error.message}`)
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: ApiError) {
  const { fields, retryAfterSeconds, priceEur, topUpUrl } = refusal.extras
  const body: Problem = {
    type: problemType(refusal.code),
    title: errorCodes[refusal.code].title,
    status: refusal.status,
    detail: refusal.message,
    error: refusal.message,
    code: refusal.code,
    request_id: request.id,
    ...(fields && { fields }),
    ...(priceEur !== undefined && { price_eur: priceEur }),
    ...(topUpUrl && { top_up_url: topUpUrl }),
  }
  if (inOpenaiShape(request)) return sendOpenaiError(reply, refusal, request.id)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply.code(refusal.status).type('application/problem+json').send(JSON.stringify(body))
}

function inOpenaiShape(request: FastifyRequest): boolean {
  return (request.routeOptions.config as { errors?: string }).errors === 'openai'
}

/** `{ error: { message, type, param, code } }`, as clients of OpenAI's shape read it. */
function sendOpenaiError(reply: FastifyReply, refusal: ApiError, requestId: string) {
  const { fields, retryAfterSeconds } = refusal.extras
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const type = refusal.status < 500 ? 'invalid_request_error' : 'server_error'
  const param = fields?.[0]?.field.replace(/^body\./, '') ?? null
  const error = { message: refusal.message, type, param, code: refusal.code }
  return reply
    .code(refusal.status)
    .type('application/json')
    .send(JSON.stringify({ error, request_id: requestId }))
}

/** Fastify's own refusals, by their code. */
const fromFastify: Record<string, (error: FastifyError) => ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new ApiError('payload_too_large', 'The request body is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new ApiError('unsupported_media_type', 'Send the body as application/json.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () =>
    new ApiError('invalid_request', 'The body is not valid JSON.'),
}

function toApiError(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) return error
  if (isUnstorableText(error)) {
    return new ApiError('invalid_request', 'The request holds the character U+0000.')
  }
  const known = fromFastify[error.code ?? '']
  if (known) return known(error)
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError('invalid_request', error.message)
  }
  return new ApiError('internal', 'Something went wrong on our side. Please try again.')
}

/** "received undefined" is the validator's way to say that a field is missing. */
function sentenceOf({ code, message }: ZodError['issues'][number]): string {
  return code === 'invalid_type' && message.endsWith('received undefined') ? 'is missing' : message
}

/** A validation refusal that names each field; the first one makes the sentence, or is one. */
export function validationError(part: 'query' | 'body', error: ZodError): ApiError {
  const fields = error.issues.map((issue) => ({
    field: [part, ...issue.path].join('.'),
    message: sentenceOf(issue),
  }))
  const first = fields[0]!
  const name = first.field.replace(/^(query|body)\.?/, '') || part
  const isSentence = error.issues[0]!.code === 'custom' && /^[A-Z]/.test(first.message)
  const sentence = isSentence ? first.message : `${name}: ${first.message}`
  return new ApiError('validation_failed', sentence, { fields })
}
