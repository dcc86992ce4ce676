import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { buyerOf } from './buyer.ts'
import { sendAudio, sendStream } from './send-audio.ts'
import { streamSynthesis } from './stream.ts'
import { synthesise } from './synthesise.ts'

export const synthesize = endpoint(
  routes.synthesize,
  async ({ ctx, viewer, body, request, reply }) => {
    const buyer = buyerOf(viewer, request)
    if (!body.stream) return sendAudio(ctx, reply, await synthesise(ctx, body, buyer))
    const streamed = await streamSynthesis(ctx, body, buyer)
    return streamed.kind === 'stream'
      ? sendStream(ctx, reply, streamed)
      : sendAudio(ctx, reply, streamed)
  },
)
