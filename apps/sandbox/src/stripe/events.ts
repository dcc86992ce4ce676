import type { Collection, Collections, StripeEvent } from './objects.ts'
import type { StripeStore } from './store.ts'

/** Says that something happened; the object is told as it is now, not as it will be at delivery. */
export type Emit = (type: string, object: Collections[Collection], accountId?: string) => void

/** Keeps each event and hands it on. */
export function emitter(store: StripeStore, deliver: (event: StripeEvent) => void): Emit {
  return (type, object, accountId) => {
    const event = store.add('events', {
      type,
      api_version: '2026-10-28.endive',
      livemode: false,
      pending_webhooks: 1,
      ...(accountId && { account: accountId }),
      data: { object: structuredClone(object) },
    })
    deliver(event)
  }
}
