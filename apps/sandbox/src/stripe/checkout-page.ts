import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { html } from '../pages/html.ts'
import { sendPage } from '../pages/page.ts'
import type { Desk } from './call.ts'
import type { CheckoutSession, PaymentIntent, PaymentMethod } from './objects.ts'
import { cardPage, euros, problemLine } from './page-parts.ts'
import type { Outcome } from './payments.ts'

const cardForm = z.object({
  email: z.email({ error: 'Enter a valid email.' }).max(254),
  number: z.string().min(1, { error: 'Enter a card number.' }),
  expiry: z
    .string()
    .regex(/^(0?[1-9]|1[0-2]) ?\/ ?(\d\d)$/, { error: 'Enter the expiry as MM/YY.' }),
  cvc: z.string().regex(/^\d{3,4}$/, { error: 'Enter the three digits of the CVC.' }),
})

/** The hosted checkout: /stripe/pay/:session, and the bank's question under it. */
export function registerCheckoutPage(app: FastifyInstance, desk: Desk): void {
  const open = (id: string, reply: FastifyReply): CheckoutSession | null => {
    const session = desk.store.find('sessions', id)
    if (session?.status === 'open' && session.expires_at > desk.store.now()) return session
    const why = session?.status === 'complete' ? 'This payment is done.' : 'This page has expired.'
    sendPage(
      reply,
      cardPage('Nothing to pay', html`<p role="alert" class="problem">${why}</p>`),
      410,
    )
    return null
  }
  app.get<{ Params: { id: string } }>('/stripe/pay/:id', (request, reply) => {
    const session = open(request.params.id, reply)
    return session ? sendPage(reply, payPage(session, session.customer_email ?? '', null)) : reply
  })
  app.post<{ Params: { id: string } }>('/stripe/pay/:id', (request, reply) => {
    const session = open(request.params.id, reply)
    if (!session) return reply
    const { email } = (request.body ?? {}) as { email?: string }
    const paid = payByForm(desk, session, request.body)
    if ('problem' in paid) return sendPage(reply, payPage(session, email ?? '', paid.problem))
    return reply.redirect(paid.next, 303)
  })
  app.get<{ Params: { id: string } }>('/stripe/pay/:id/authenticate', (request, reply) => {
    const session = open(request.params.id, reply)
    return session ? sendPage(reply, bankPage(session)) : reply
  })
  app.post<{ Params: { id: string } }>('/stripe/pay/:id/authenticate', (request, reply) => {
    const session = open(request.params.id, reply)
    if (!session) return reply
    const { answer } = (request.body ?? {}) as { answer?: string }
    const problem = answerBank(desk, session, answer === 'complete')
    if (problem) return sendPage(reply, payPage(session, session.customer_email ?? '', problem))
    return reply.redirect(successUrl(session), 303)
  })
}

const successUrl = (session: CheckoutSession) =>
  session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)

function payByForm(
  desk: Desk,
  session: CheckoutSession,
  body: unknown,
): { next: string } | { problem: string } {
  const parsed = cardForm.safeParse(body ?? {})
  if (!parsed.success) return { problem: parsed.error.issues[0]!.message }
  const { email, number, expiry } = parsed.data
  const [month, year] = expiry.split('/').map((part) => Number(part.trim()))
  const method = desk.payments.newCard(number, month!, 2000 + year!)
  if (!method) return { problem: 'Your card number is invalid. Use one of the test cards.' }
  session.customer_details = { email }
  const intent = intentOf(desk, session)
  const outcome = desk.payments.confirm(intent, method, { offSession: false, authenticated: false })
  return conclude(desk, session, method, outcome)
}

/** One payment intent for all tries of a session, made at the first. */
function intentOf({ store, payments }: Desk, session: CheckoutSession): PaymentIntent {
  if (session.payment_intent) return store.get('payment_intents', session.payment_intent)
  const intent = payments.create({
    amount: session.amount_total,
    currency: session.currency,
    customer: session.customer,
    description: session.sandbox.product,
    metadata: session.sandbox.payment_metadata,
  })
  session.payment_intent = intent.id
  store.save('sessions', session)
  return intent
}

function conclude(
  desk: Desk,
  session: CheckoutSession,
  method: PaymentMethod,
  outcome: Outcome,
): { next: string } | { problem: string } {
  if (outcome === 'requires_action') return { next: `/stripe/pay/${session.id}/authenticate` }
  if (typeof outcome === 'object') return { problem: outcome.message }
  finish(desk, session, method)
  return { next: successUrl(session) }
}

function finish({ store, emit }: Desk, session: CheckoutSession, method: PaymentMethod): void {
  if (session.sandbox.saves_card && session.customer) {
    method.customer = session.customer
    method.sandbox.set_up = true
    store.save('payment_methods', method)
  }
  session.status = 'complete'
  session.payment_status = 'paid'
  session.url = null
  store.save('sessions', session)
  emit('checkout.session.completed', session)
}

/** What the bank's page led to: null, or what went wrong. */
function answerBank(desk: Desk, session: CheckoutSession, isComplete: boolean): string | null {
  const intent = desk.store.find('payment_intents', session.payment_intent ?? '')
  if (intent?.status !== 'requires_action' || intent.payment_method === null) {
    return 'Enter your card again.'
  }
  const method = desk.store.get('payment_methods', intent.payment_method)
  if (!isComplete) {
    return desk.payments.fail(intent, method, {
      type: 'card_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    }).message
  }
  const outcome = desk.payments.confirm(intent, method, { offSession: false, authenticated: true })
  const end = conclude(desk, session, method, outcome)
  return 'problem' in end ? end.problem : null
}

const payPage = (session: CheckoutSession, email: string, problem: string | null): string =>
  cardPage(
    `Pay ${euros(session.amount_total)}`,
    html`<p class="lead">${session.sandbox.product}, to Viva Voce</p>
${problemLine(problem)}
<form method="post" action="/stripe/pay/${session.id}" class="fields">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="off" required maxlength="254" value="${email}">
<label for="number">Card number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="off" required value="4242 4242 4242 4242">
<label for="expiry">Expiry (MM/YY)</label>
<input id="expiry" name="expiry" autocomplete="off" required value="12/34">
<label for="cvc">CVC</label>
<input id="cvc" name="cvc" inputmode="numeric" autocomplete="off" required value="123">
${session.sandbox.saves_card ? html`<p class="purpose">This card is saved for automatic top-ups.</p>` : null}
<button class="primary">Pay</button>
</form>
<p class="end"><a href="${session.cancel_url}">Back without paying</a></p>
<details><summary>Test cards</summary><dl class="addresses">
<dt>Works</dt><dd><code>4242 4242 4242 4242</code></dd>
<dt>Is declined</dt><dd><code>4000 0000 0000 0002</code></dd>
<dt>Has no money</dt><dd><code>4000 0000 0000 9995</code></dd>
<dt>Asks its owner (3-D Secure)</dt><dd><code>4000 0025 0000 3155</code></dd>
<dt>Asks its owner each time</dt><dd><code>4000 0027 6000 3184</code></dd>
<dt>Is disputed afterwards</dt><dd><code>4000 0000 0000 0259</code></dd>
</dl></details>`,
  )

const bankPage = (session: CheckoutSession): string =>
  cardPage(
    'Your bank asks: is this you?',
    html`<p class="lead">${euros(session.amount_total)} to Viva Voce (3-D Secure).</p>
<form method="post" class="fields">
<button name="answer" value="complete" class="primary">Complete</button>
<button name="answer" value="fail" class="quiet">Fail</button>
</form>`,
  )
