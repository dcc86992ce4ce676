import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { linkToCredentials } from './content-credentials.ts'
import type { FinishedSynthesis } from './finished.ts'
import type { StreamedSynthesis } from './stream.ts'

/** Sends a synthesis with the headers that say what it cost and under which licence it stands. */
export function sendAudio(
  ctx: Context,
  reply: FastifyReply,
  finished: FinishedSynthesis,
): FastifyReply {
  return reply
    .headers({
      link: linkToCredentials(ctx, finished.id),
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

/** Media types of streamed files, whose headers are sent before the file is known. */
const streamedTypes: Record<string, string> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  pcm: 'audio/pcm',
}

/** What is known of a synthesis before it has been spoken; length and price follow in GET /v1/syntheses. */
export function streamHeaders(ctx: Context, streamed: Omit<StreamedSynthesis, 'body' | 'kind'>) {
  return {
    link: linkToCredentials(ctx, streamed.id),
    'x-license-token': streamed.licenceToken,
    'x-payment-intent-id': streamed.paymentIntentId,
    'x-synthesis-id': streamed.id,
    'cache-control': 'private, no-store',
  }
}

/** Sends a synthesis as it is made (chunked); a client that hangs up ends the work. */
export function sendStream(
  ctx: Context,
  reply: FastifyReply,
  streamed: StreamedSynthesis,
): FastifyReply {
  return reply
    .headers(streamHeaders(ctx, streamed))
    .type(streamedTypes[streamed.format]!)
    .send(Readable.from(streamed.body, { objectMode: false }))
}
