import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { readPreview } from './preview.ts'

export const getVoicePreview = endpoint(
  routes.getVoicePreview,
  async ({ ctx, params, request, reply }) => {
    const { audio, tag } = await readPreview(ctx, params.voice_id)
    // It may be kept but is asked about each time, since consent can be withdrawn.
    reply.headers({ etag: tag, 'cache-control': 'public, no-cache' })
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply
      .header('content-disposition', `inline; filename="${params.voice_id}-sample.wav"`)
      .type('audio/wav')
      .send(audio)
  },
)
