import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { buyerOf } from './buyer.ts'
import { synthesise } from './synthesise.ts'

export const synthesizeWithTimestamps = endpoint(
  routes.synthesizeWithTimestamps,
  async ({ ctx, viewer, body, request }) => {
    const finished = await synthesise(ctx, { ...body, stream: false }, buyerOf(viewer, request))
    return {
      synthesis_id: finished.id,
      audio_base64: Buffer.from(finished.audio).toString('base64'),
      content_type: finished.contentType,
      seconds: finished.seconds,
      price_eur: finished.netEur,
      vat_eur: finished.vatEur,
      licence_token: finished.licenceToken,
      payment_intent_id: finished.paymentIntentId,
      marks: finished.marks.map(({ text, start, end }) => ({
        type: 'sentence' as const,
        text,
        start_seconds: start,
        end_seconds: end,
      })),
    }
  },
)
