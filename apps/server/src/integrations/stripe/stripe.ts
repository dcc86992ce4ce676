import Stripe from 'stripe'
import type { Random } from '../../kit/random.ts'
import { accounts } from './accounts.ts'
import { createCaller, type RetryPolicy } from './call.ts'
import { payments } from './payments.ts'
import { providerState } from './provider-state.ts'
import { refunds } from './refunds.ts'
import { transfers } from './transfers.ts'
import { readEvent } from './webhooks.ts'

/** How to reach the payment provider, from the settings. */
export interface StripeSettings {
  apiUrl: string
  connectUrl: string
  secretKey: string
  webhookSecrets: readonly string[]
  connectClientId: string | null
  timeoutMs: number
  retry: RetryPolicy
}

/** Stripe as the product uses it: plain values in and out, ProviderError when it fails. */
export type PaymentProvider = ReturnType<typeof createStripe>

/** The official client pointed at `apiUrl`, with our own retries: the client's start at half a second. */
export function createStripe(settings: StripeSettings, random: Random) {
  const { hostname, port, protocol } = new URL(settings.apiUrl)
  const isHttp = protocol === 'http:'
  const stripe = new Stripe(settings.secretKey, {
    host: hostname,
    port: port || (isHttp ? 80 : 443),
    protocol: isHttp ? 'http' : 'https',
    telemetry: false,
    timeout: settings.timeoutMs,
    maxNetworkRetries: 0,
  })
  const call = createCaller(settings.retry, () => random.bytes(4).readUInt32BE() / 2 ** 32)
  const connect = { url: settings.connectUrl, clientId: settings.connectClientId }
  return {
    ...accounts(stripe, call, connect),
    ...transfers(stripe, call),
    ...payments(stripe, call),
    ...refunds(stripe, call),
    ...providerState(stripe, call),
    readEvent: (rawBody: Buffer, signature: string, now: Date) =>
      readEvent(rawBody, signature, settings.webhookSecrets, now),
  }
}
