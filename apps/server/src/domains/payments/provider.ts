import type { Context } from '../../context.ts'
import type { PaymentProvider } from '../../integrations/stripe/stripe.ts'
import { ApiError } from '../../kit/api-error.ts'

/** The payment provider; 503 while it is not set up. */
export function providerOf(ctx: Pick<Context, 'stripe'>): PaymentProvider {
  if (ctx.stripe) return ctx.stripe
  throw new ApiError('unavailable', 'Payments are not set up here.')
}
