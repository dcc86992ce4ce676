import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock/clock.ts'
import { registerApi } from './api.ts'
import type { Desk } from './call.ts'
import { registerCheckoutPage } from './checkout-page.ts'
import { registerControl } from './control.ts'
import { Deliveries } from './delivery.ts'
import { emitter } from './events.ts'
import { Faults } from './faults.ts'
import { STRIPE_MERCHANT } from './merchant.ts'
import { registerOauthPages } from './oauth-page.ts'
import { registerOnboardingPage } from './onboarding-page.ts'
import { Payments } from './payments.ts'
import { StripeStore } from './store.ts'

export type StripeOptions = {
  clock: Clock
  dataDir: string | null
  /** Where the webhooks go; null until somebody says so. */
  webhookUrl: string | null
  url: () => string
}

/** The sandbox's Stripe as a test in the same process uses it. */
export type SandboxStripe = { faults: Faults; deliveries: Deliveries; store: StripeStore }

/** Stripe: the API under /v1 and /oauth as the official client wants it, everything else under /stripe. */
export function registerStripe(
  app: FastifyInstance,
  { clock, dataDir, webhookUrl, url }: StripeOptions,
): SandboxStripe {
  const store = new StripeStore(clock, dataDir)
  const faults = new Faults()
  const deliveries = new Deliveries(store, {
    url: webhookUrl,
    secret: STRIPE_MERCHANT.webhookSecret,
  })
  const emit = emitter(store, (event) => deliveries.send(event))
  const desk: Desk = { store, emit, payments: new Payments(store, emit), url }
  registerApi(app, desk, faults)
  registerCheckoutPage(app, desk)
  registerOnboardingPage(app, desk)
  registerOauthPages(app, desk, faults)
  registerControl(app, desk, { faults, deliveries })
  app.addHook('onClose', () => deliveries.close())
  return { faults, deliveries, store }
}
