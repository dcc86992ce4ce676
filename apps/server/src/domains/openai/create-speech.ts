import { Readable } from 'node:stream'
import { type OpenaiSpeechRequest, routes, type SynthesisRequest } from '@viva-voce/contract'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { endpoint } from '../../http/endpoint.ts'
import { ApiError } from '../../kit/api-error.ts'
import { buyerOf } from '../syntheses/buyer.ts'
import { sendAudio, streamHeaders } from '../syntheses/send-audio.ts'
import { streamSynthesis } from '../syntheses/stream.ts'
import { synthesise } from '../syntheses/synthesise.ts'
import { usageOfModel, voiceIdOf } from './models.ts'

export const createSpeech = endpoint(
  routes.createSpeech,
  async ({ ctx, viewer, body, request, reply }) => {
    const buyer = buyerOf(viewer, request)
    const order = orderOf(body)
    if (body.stream_format === 'audio') {
      return sendAudio(ctx, reply, await synthesise(ctx, order, buyer))
    }
    const streamed = await streamSynthesis(ctx, { ...order, stream: true }, buyer)
    return sendEvents(ctx, reply, streamed, body.input)
  },
)

/** The same request in our own shape. */
function orderOf(body: OpenaiSpeechRequest): SynthesisRequest {
  if (body.speed < 0.5 || body.speed > 2) {
    const message = 'speed may be 0.5 to 2 here'
    throw new ApiError('validation_failed', message, { fields: [{ field: 'body.speed', message }] })
  }
  return {
    text: body.input,
    voice_id: voiceIdOf(body.voice),
    usage: usageOfModel(body.model),
    format: body.response_format,
    speed: body.speed,
    stream: false,
  }
}

type Streamed = Awaited<ReturnType<typeof streamSynthesis>>

/** Audio as server-sent events: `speech.audio.delta` with base64, then `speech.audio.done`. */
function sendEvents(
  ctx: Context,
  reply: FastifyReply,
  streamed: Streamed,
  input: string,
): FastifyReply {
  const isStream = streamed.kind === 'stream'
  const audio = isStream ? streamed.body : wholeOf(streamed.audio)
  return reply
    .headers(streamHeaders(ctx, streamed))
    .type('text/event-stream')
    .send(Readable.from(events(audio, input)))
}

async function* wholeOf(audio: Uint8Array): AsyncGenerator<Uint8Array> {
  yield audio
}

async function* events(audio: AsyncGenerator<Uint8Array>, input: string): AsyncGenerator<string> {
  for await (const bytes of audio) {
    const delta = { type: 'speech.audio.delta', audio: Buffer.from(bytes).toString('base64') }
    yield `data: ${JSON.stringify(delta)}\n\n`
  }
  // We charge by the second; characters stand where OpenAI counts tokens.
  const usage = { input_tokens: input.length, output_tokens: 0, total_tokens: input.length }
  yield `data: ${JSON.stringify({ type: 'speech.audio.done', usage })}\n\n`
}
