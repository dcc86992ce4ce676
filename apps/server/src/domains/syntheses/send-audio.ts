import type { FastifyReply } from 'fastify'
import type { FinishedSynthesis } from './finished.ts'

/** Sends a synthesis with the headers that say what it cost and under which licence it stands. */
export function sendAudio(reply: FastifyReply, finished: FinishedSynthesis): FastifyReply {
  return reply
    .headers({
      'x-license-token': finished.licenceToken,
      'x-payment-intent-id': finished.paymentIntentId,
      'x-synthesis-id': finished.id,
      'x-audio-seconds': finished.seconds.toFixed(3),
      'x-price-eur': finished.netEur.toFixed(6),
      'x-vat-eur': finished.vatEur.toFixed(6),
      'cache-control': 'private, no-store',
      'content-disposition': `inline; filename="${finished.id}.${finished.format}"`,
    })
    .type(finished.contentType)
    .send(Buffer.from(finished.audio.buffer, finished.audio.byteOffset, finished.audio.byteLength))
}
