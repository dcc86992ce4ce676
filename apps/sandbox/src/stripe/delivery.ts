import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { StripeEvent } from './objects.ts'
import { seededRandom } from './random.ts'
import type { StripeStore } from './store.ts'

const rate = z.number().min(0).max(1).default(0)

/** How webhooks travel: late by `delay_ms` and up to `jitter_ms` more, which is what reorders them. */
export const deliverySettings = z.strictObject({
  url: z.url().nullable().optional(),
  delay_ms: z.int().min(0).max(600_000).default(0),
  jitter_ms: z.int().min(0).max(600_000).default(0),
  /** Delivered a second time, later. */
  duplicate: rate,
  /** Never delivered: what a platform that was away for days would miss. */
  lose: rate,
  seed: z.int().default(1),
})
export type DeliverySettings = z.infer<typeof deliverySettings>

/** The first pause before a delivery that was not answered with 2xx is tried again; each is twice as long. */
const RETRY_MS = 500
const TRIES = 12

/** https://docs.stripe.com/webhooks#verify-manually: HMAC-SHA-256 of timestamp and body. */
export function signatureOf(body: string, secret: string, timestamp: number): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${digest}`
}

export class Deliveries {
  readonly #store: StripeStore
  readonly #secret: string
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  #settings = deliverySettings.parse({})
  #url: string | null
  #random = seededRandom(1)
  #closed = false

  constructor(store: StripeStore, options: { url: string | null; secret: string }) {
    this.#store = store
    this.#url = options.url
    this.#secret = options.secret
    for (const event of store.all('events')) if (event.pending_webhooks > 0) this.send(event)
  }

  /** Changes how the following events travel. An address that is not given stays. */
  set(settings: DeliverySettings): void {
    this.#settings = settings
    this.#random = seededRandom(settings.seed)
    if (settings.url === undefined) return
    const wasNowhere = this.#url === null
    this.#url = settings.url
    if (wasNowhere) for (const event of this.#undelivered()) this.send(event)
  }

  /** Sends an event on its way, once or twice or never. */
  send(event: StripeEvent): void {
    const { delay_ms, jitter_ms, duplicate, lose } = this.#settings
    const isLost = this.#random() < lose
    const isDouble = this.#random() < duplicate
    const pause = () => delay_ms + this.#random() * jitter_ms
    const [first, second] = [pause(), pause()]
    if (isLost || this.#url === null) return
    this.#later(first, event, 1)
    if (isDouble) this.#later(first + second, event, 1)
  }

  /** Delivers an event now, however old it is; resolves to the status that answered, 0 for none. */
  async deliver(event: StripeEvent): Promise<number> {
    if (this.#url === null) return 0
    const body = JSON.stringify(event)
    const answer = await fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, this.#secret, this.#store.now()),
      },
      body,
      signal: AbortSignal.timeout(30_000),
    }).catch(() => null)
    await answer?.arrayBuffer().catch(() => null)
    if (answer?.ok && event.pending_webhooks > 0) {
      event.pending_webhooks = 0
      this.#store.save('events', event)
    }
    return answer?.status ?? 0
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#running)
  }

  #undelivered(): StripeEvent[] {
    return this.#store.all('events').filter((event) => event.pending_webhooks > 0)
  }

  #later(ms: number, event: StripeEvent, attempt: number): void {
    if (this.#closed) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      const run = this.#try(event, attempt).finally(() => this.#running.delete(run))
      this.#running.add(run)
    }, ms)
    this.#timers.add(timer)
  }

  async #try(event: StripeEvent, attempt: number): Promise<void> {
    const status = await this.deliver(event)
    if (status >= 200 && status < 300) return
    if (attempt < TRIES) this.#later(RETRY_MS * 2 ** (attempt - 1), event, attempt + 1)
  }
}
