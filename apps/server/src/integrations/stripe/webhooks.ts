import Stripe from 'stripe'

/** An event as the provider signed it: what happened, to which object. */
export interface ProviderEvent {
  eventId: string
  type: string
  objectId: string
  /** The connected account that it is about; null for our own. */
  accountId: string | null
  createdAt: Date
  payload: unknown
}

/**
 * Reads a signed event from the raw body; null when no secret fits, the timestamp is over five minutes off, or
 * the body is no event. Several secrets: one for our own events, one for connected accounts, and the next of a
 * rotation (docs.stripe.com/webhooks/signature).
 */
export function readEvent(
  rawBody: Buffer,
  signature: string,
  secrets: readonly string[],
  now: Date,
): ProviderEvent | null {
  const receivedAt = Math.floor(now.getTime() / 1000)
  for (const secret of secrets) {
    try {
      const event = Stripe.webhooks.constructEvent(
        rawBody,
        signature,
        secret,
        toleranceSeconds,
        undefined,
        receivedAt,
      )
      return plainEvent(event)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return null
    }
  }
  return null
}

const toleranceSeconds = 300

export function plainEvent(event: Stripe.Event): ProviderEvent | null {
  const object = event.data?.object as { id?: unknown } | undefined
  if (typeof event.id !== 'string' || typeof object?.id !== 'string') return null
  return {
    eventId: event.id,
    type: event.type,
    objectId: object.id,
    accountId: event.account ?? null,
    createdAt: new Date(event.created * 1000),
    payload: event,
  }
}
