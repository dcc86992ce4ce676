import { routes } from '@viva-voce/contract'
import type { FastifyRequest } from 'fastify'
import { endpoint } from '../../http/endpoint.ts'
import { developerOf } from '../../http/viewer.ts'
import { ApiError } from '../../kit/api-error.ts'
import { sendAudio } from './send-audio.ts'
import { synthesise } from './synthesise.ts'

export const synthesize = endpoint(
  routes.synthesize,
  async ({ ctx, viewer, body, request, reply }) => {
    const finished = await synthesise(ctx, body, {
      developerId: developerOf(viewer),
      apiKeyId: viewer.via.kind === 'key' ? viewer.via.keyId : null,
      idempotencyKey: idempotencyKeyOf(request),
    })
    return sendAudio(reply, finished)
  },
)

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  const sentence = 'Idempotency-Key may hold 1 to 255 printable ASCII characters.'
  throw new ApiError('validation_failed', sentence, {
    fields: [{ field: 'header.Idempotency-Key', message: sentence }],
  })
}
