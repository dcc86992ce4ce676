import type { FastifyRequest } from 'fastify'
import { developerOf, type Viewer } from '../../http/viewer.ts'
import { ApiError } from '../../kit/api-error.ts'
import type { Buyer } from './begin.ts'

/** Who pays for a synthesis. Throws 403 without a developer account, 422 for a bad Idempotency-Key. */
export function buyerOf(viewer: Viewer, request: FastifyRequest): Buyer {
  return {
    developerId: developerOf(viewer),
    apiKeyId: viewer.via.kind === 'key' ? viewer.via.keyId : null,
    idempotencyKey: idempotencyKeyOf(request),
  }
}

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  const sentence = 'Idempotency-Key may hold 1 to 255 printable ASCII characters.'
  throw new ApiError('validation_failed', sentence, {
    fields: [{ field: 'header.Idempotency-Key', message: sentence }],
  })
}
