import { book } from './balance.ts'
import type { ApiCall, Calls, Desk } from './call.ts'
import { listOf } from './call.ts'
import { cardOf } from './cards.ts'
import { type Form, formAt, listAt, metadataAt, textAt } from './form.ts'
import type { Charge, Dispute, Refund } from './objects.ts'
import { invalid, Refusal } from './refusal.ts'

/** Customers, payment intents, checkout sessions, refunds and disputes. */
export const paymentCalls: Calls = {
  'POST /v1/customers': ({ store, emit }, { form }) => {
    const customer = store.add('customers', {
      email: textAt(form, 'email') ?? null,
      name: textAt(form, 'name') ?? null,
      metadata: metadataAt(form),
    })
    emit('customer.created', customer)
    return customer
  },
  'GET /v1/customers/:id': ({ store }, { ids }) => store.get('customers', ids[0]!),

  'POST /v1/payment_intents': createIntent,
  'GET /v1/payment_intents': (desk, { form }) => {
    const since = Number(formAt(form, 'created').gte ?? 0)
    const { customer } = form
    return listOf(desk, 'payment_intents', form, (intent) => {
      return (!customer || intent.customer === customer) && intent.created >= since
    })
  },
  'GET /v1/payment_intents/:id': ({ store }, { ids }) => store.get('payment_intents', ids[0]!),
  'POST /v1/payment_intents/:id/cancel': ({ store, payments }, { ids }) =>
    payments.cancel(store.get('payment_intents', ids[0]!)),

  'GET /v1/charges/:id': ({ store }, { ids }) => store.get('charges', ids[0]!),

  'POST /v1/checkout/sessions': createSession,
  'GET /v1/checkout/sessions/:id': (desk, { ids }) => {
    const session = desk.store.get('sessions', ids[0]!)
    const isOver = session.status === 'open' && session.expires_at <= desk.store.now()
    return isOver ? expire(desk, session.id) : session
  },
  'POST /v1/checkout/sessions/:id/expire': (desk, { ids }) => expire(desk, ids[0]!),

  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': (desk, { form }) => {
    const { payment_intent } = form
    return listOf(desk, 'refunds', form, (refund) => {
      return !payment_intent || refund.payment_intent === payment_intent
    })
  },
  'GET /v1/refunds/:id': ({ store }, { ids }) => store.get('refunds', ids[0]!),

  'GET /v1/disputes': (desk, { form }) => listOf(desk, 'disputes', form),
  'GET /v1/disputes/:id': ({ store }, { ids }) => store.get('disputes', ids[0]!),
  'POST /v1/disputes/:id': answerDispute,
  'POST /v1/disputes/:id/close': (desk, { ids }) =>
    endDispute(desk, desk.store.get('disputes', ids[0]!), 'lost'),
}

function amountAt(form: Form): number {
  const amount = Number(textAt(form, 'amount'))
  if (!Number.isInteger(amount) || amount < 1) {
    throw invalid('Invalid integer: amount', 'parameter_invalid_integer', 'amount')
  }
  return amount
}

function createIntent({ store, payments }: Desk, { form }: ApiCall): object {
  const amount = amountAt(form)
  const customer = textAt(form, 'customer') ?? null
  if (customer) store.get('customers', customer)
  // Checked before anything is made: a call that names no card must leave no payment behind.
  const method =
    form.confirm === 'true'
      ? store.get('payment_methods', textAt(form, 'payment_method') ?? '')
      : null
  if (method && method.customer !== customer) {
    throw invalid('The provided PaymentMethod does not belong to the Customer you supplied.')
  }
  const intent = payments.create({
    amount,
    currency: textAt(form, 'currency') ?? 'eur',
    customer,
    description: textAt(form, 'description') ?? null,
    metadata: metadataAt(form),
  })
  if (!method) return intent
  const offSession = form.off_session === 'true'
  const outcome = payments.confirm(intent, method, { offSession, authenticated: false })
  if (typeof outcome === 'string') return intent
  throw new Refusal(402, { ...outcome, payment_intent: intent, charge: intent.latest_charge })
}

const DAY_SECONDS = 24 * 3600

function createSession({ store, url }: Desk, { form }: ApiCall): object {
  const [line] = listAt(form, 'line_items') as Form[]
  const price = formAt(line ?? {}, 'price_data')
  const amount = Number(textAt(price, 'unit_amount'))
  if (form.mode !== 'payment' || !Number.isInteger(amount) || amount < 50) {
    throw invalid(
      'The Checkout Session needs one line of at least €0.50 in payment mode.',
      'amount_too_small',
    )
  }
  const successUrl = textAt(form, 'success_url')
  if (!successUrl)
    throw invalid('Missing required param: success_url.', 'parameter_missing', 'success_url')
  const customer = textAt(form, 'customer') ?? null
  const email = textAt(form, 'customer_email') ?? null
  if (customer && email)
    throw invalid('You may only specify one of these parameters: customer, customer_email.')
  const payment = formAt(form, 'payment_intent_data')
  const session = store.add('sessions', {
    mode: 'payment',
    status: 'open',
    payment_status: 'unpaid',
    url: null,
    amount_total: amount * Number(textAt(line!, 'quantity') ?? 1),
    currency: textAt(price, 'currency') ?? 'eur',
    customer: customer && store.get('customers', customer).id,
    customer_email: email,
    customer_details: null,
    payment_intent: null,
    success_url: successUrl,
    cancel_url: textAt(form, 'cancel_url') ?? successUrl,
    expires_at: Number(textAt(form, 'expires_at') ?? store.now() + DAY_SECONDS),
    metadata: metadataAt(form),
    sandbox: {
      product: textAt(formAt(price, 'product_data'), 'name') ?? 'Payment',
      payment_metadata: metadataAt(payment),
      saves_card: payment.setup_future_usage === 'off_session',
    },
  })
  session.url = `${url()}/stripe/pay/${session.id}`
  store.save('sessions', session)
  return session
}

function expire({ store, emit }: Desk, id: string): object {
  const session = store.get('sessions', id)
  if (session.status !== 'open') {
    throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired.`)
  }
  session.status = 'expired'
  session.url = null
  store.save('sessions', session)
  emit('checkout.session.expired', session)
  return session
}

function createRefund({ store, emit }: Desk, { form }: ApiCall): object {
  const charge = refundable(store, form)
  const left = charge.amount - charge.amount_refunded
  const amount = form.amount === undefined ? left : amountAt(form)
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  }
  if (amount > left) {
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`)
  }
  const refund = store.add('refunds', {
    amount,
    currency: charge.currency,
    status: 'succeeded',
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: textAt(form, 'reason') ?? null,
    balance_transaction: null,
    metadata: metadataAt(form),
  })
  refund.balance_transaction = book(store, {
    type: 'refund',
    amount: -amount,
    source: refund.id,
  }).id
  store.save('refunds', refund)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  store.save('charges', charge)
  emit('refund.created', refund)
  emit('charge.refunded', charge)
  if (cardOf(store.get('payment_methods', charge.payment_method)).failsRefund) {
    comeBack({ store, emit }, refund, charge)
  }
  return refund
}

function refundable(store: Desk['store'], form: Form): Charge {
  const intent = textAt(form, 'payment_intent')
  const id = intent ? store.get('payment_intents', intent).latest_charge : textAt(form, 'charge')
  const charge = store.get('charges', id ?? '')
  if (!charge.paid) throw invalid('This PaymentIntent does not have a successful charge to refund.')
  if (charge.disputed) {
    throw invalid(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge_disputed',
    )
  }
  return charge
}

/** The bank sends a refund back: https://docs.stripe.com/refunds#failed-refunds. */
function comeBack(
  { store, emit }: Pick<Desk, 'store' | 'emit'>,
  refund: Refund,
  charge: Charge,
): void {
  refund.status = 'failed'
  refund.failure_reason = 'expired_or_canceled_card'
  store.save('refunds', refund)
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  store.save('charges', charge)
  book(store, { type: 'refund_failure', amount: refund.amount, source: refund.id })
  emit('refund.failed', refund)
}

/** By the words that Stripe's own test mode knows: https://docs.stripe.com/testing#evidence. */
function answerDispute(desk: Desk, { ids, form }: ApiCall): object {
  const dispute = desk.store.get('disputes', ids[0]!)
  const words = textAt(formAt(form, 'evidence'), 'uncategorized_text')
  if (words === 'winning_evidence') return endDispute(desk, dispute, 'won')
  if (words === 'losing_evidence') return endDispute(desk, dispute, 'lost')
  dispute.status = 'under_review'
  dispute.evidence_details.has_evidence = true
  desk.store.save('disputes', dispute)
  desk.emit('charge.dispute.updated', dispute)
  return dispute
}

export function endDispute(
  { store, emit }: Desk,
  dispute: Dispute,
  status: 'won' | 'lost',
): object {
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw invalid(`This dispute is already closed: ${dispute.status}.`)
  }
  dispute.status = status
  if (status === 'won') {
    const { amount, id } = dispute
    const back = book(store, {
      type: 'adjustment',
      amount,
      source: id,
      category: 'dispute_reversal',
    })
    dispute.balance_transactions = [...dispute.balance_transactions, back]
    emit('charge.dispute.funds_reinstated', dispute)
  }
  store.save('disputes', dispute)
  emit('charge.dispute.closed', dispute)
  return dispute
}
