import { routes } from '@viva-voce/contract'
import { endpoint } from '../../http/endpoint.ts'
import { ApiError } from '../../kit/api-error.ts'
import { providerOf } from '../payments/provider.ts'
import { receive } from './inbox.ts'

export const receiveStripeEvent = endpoint(routes.receiveStripeEvent, async ({ ctx, request }) => {
  const provider = providerOf(ctx)
  const signature = request.headers['stripe-signature']
  const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
  const event =
    typeof signature === 'string' ? provider.readEvent(body, signature, ctx.clock.now()) : null
  if (!event) throw new ApiError('invalid_request', 'The signature does not fit this body.')
  await receive(ctx, event)
  return { received: true as const }
})
