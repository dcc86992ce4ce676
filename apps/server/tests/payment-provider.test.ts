import { type Sandbox, startSandbox } from '@viva-voce/sandbox'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '../src/integrations/stripe/stripe.ts'
import { card, papers, providerAt, submit, tell } from './setup/payments.ts'

let sandbox: Sandbox
let provider: PaymentProvider
beforeEach(async () => {
  sandbox = await startSandbox()
  provider = providerAt(sandbox)
})
afterEach(() => sandbox.close())

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { kind: string; providerCode: string }) => ({
      kind: error.kind,
      code: error.providerCode,
    }),
  )

/** An account whose owner has been through the onboarding. */
async function onboarded(key = 'account'): Promise<string> {
  const made = await provider.createAccount({
    talentId: 'tal_test',
    email: 'tessa@talent.example',
    country: 'DE',
    idempotencyKey: key,
  })
  const link = await provider.createOnboardingLink({
    accountId: made.accountId,
    returnUrl: 'http://localhost:1/return',
    refreshUrl: 'http://localhost:1/refresh',
    idempotencyKey: `${key}:link`,
  })
  expect(await submit(link, papers)).toEqual({ next: new URL('http://localhost:1/return') })
  return made.accountId
}

const transferTo = (destinationAccount: string, amountCents = 1_234, key = 'transfer') =>
  provider.createTransfer({
    amountCents,
    destinationAccount,
    transferGroup: 'payout_2026_02',
    metadata: { payout_id: 'po_1' },
    idempotencyKey: key,
  })

describe('a connected account', () => {
  test('says what is due until its owner has handed it in', async () => {
    const made = await provider.createAccount({
      talentId: 'tal_test',
      email: 'tessa@talent.example',
      country: 'DE',
      idempotencyKey: 'k',
    })
    expect(made).toMatchObject({ chargesEnabled: false, payoutsEnabled: false })
    expect(made.currentlyDue).toContain('external_account')
    expect(made.disabledReason).toBe('requirements.past_due')
    const accountId = await onboarded()
    expect(await provider.retrieveAccount(accountId)).toMatchObject({
      chargesEnabled: true,
      payoutsEnabled: true,
      detailsSubmitted: true,
      transfersEnabled: true,
      currentlyDue: [],
      disabledReason: null,
    })
  })

  test('that is not ready, or unknown, is paid nothing', async () => {
    const made = await provider.createAccount({
      talentId: 'tal_test',
      email: 'tessa@talent.example',
      country: 'DE',
      idempotencyKey: 'k',
    })
    await tell(sandbox, 'balance', { amount: 10_000 })
    expect(await refusal(transferTo(made.accountId))).toEqual({
      kind: 'refused',
      code: 'insufficient_capabilities_for_transfer',
    })
    expect(await refusal(transferTo('acct_unknown'))).toEqual({
      kind: 'missing',
      code: 'resource_missing',
    })
    expect(await provider.listTransfers()).toEqual([])
  })
})

describe('a transfer', () => {
  test('moves money once for a key, and not more than there is', async () => {
    const account = await onboarded()
    expect(await refusal(transferTo(account))).toEqual({
      kind: 'refused',
      code: 'balance_insufficient',
    })
    await tell(sandbox, 'balance', { amount: 2_000 })
    const first = await transferTo(account)
    expect(await transferTo(account)).toEqual(first)
    expect(await refusal(transferTo(account, 1_235))).toEqual({ kind: 'refused', code: null })
    expect(await provider.retrieveTransfer(first.transferId)).toEqual(first)
    expect(await provider.findTransfers('payout_2026_02')).toEqual([first])
    expect(await provider.findTransfers('another')).toEqual([])
    const movements = await provider.listBalanceMovements()
    expect(movements.map(({ type, netCents }) => [type, netCents])).toEqual([
      ['transfer', -1_234],
      ['topup', 2_000],
    ])
  })

  test('is taken back in part and then no further than the rest', async () => {
    const account = await onboarded()
    await tell(sandbox, 'balance', { amount: 2_000 })
    const { transferId } = await transferTo(account)
    const reverse = (amountCents: number, idempotencyKey: string) =>
      provider.reverseTransfer({ transferId, amountCents, idempotencyKey })
    const first = await reverse(1_000, 'r1')
    expect(await reverse(1_000, 'r1')).toEqual(first)
    expect(await refusal(reverse(235, 'r2'))).toMatchObject({ kind: 'refused' })
    await reverse(234, 'r3')
    expect(await provider.retrieveTransfer(transferId)).toMatchObject({ reversedCents: 1_234 })
  })
})

describe('a call that', () => {
  const customer = () =>
    provider.createCustomer({
      developerId: 'dev_test',
      email: 'a@b.example',
      name: 'A',
      idempotencyKey: 'customer',
    })
  const made = () => sandbox.stripe.store.all('customers').length

  test.each(['drop', 'fail_before', 'fail_after'] as const)(
    'fails by %s each time ends as unanswered, and a later try has one effect',
    async (kind) => {
      await tell(sandbox, 'faults', { [kind]: 1 })
      expect(await refusal(customer())).toMatchObject({ kind: 'unavailable' })
      await tell(sandbox, 'faults', {})
      const id = await customer()
      expect(await customer()).toBe(id)
      expect(made()).toBe(1)
    },
  )

  test('failed for good after it took effect fails again with the same key', async () => {
    await tell(sandbox, 'faults', { fail_kept: 1 })
    expect(await refusal(customer())).toMatchObject({ kind: 'unavailable' })
    await tell(sandbox, 'faults', {})
    expect(await refusal(customer())).toMatchObject({ kind: 'unavailable' })
    expect(made()).toBe(1)
  })

  test('fails now and then succeeds by retries alone', async () => {
    provider = providerAt(sandbox, 12)
    await tell(sandbox, 'faults', { drop: 0.2, fail_before: 0.2, fail_after: 0.2, seed: 7 })
    const ids = await Promise.all(Array.from({ length: 20 }, () => customer()))
    expect(new Set(ids).size).toBe(1)
    expect(made()).toBe(1)
  })

  test('carries a wrong key is refused', async () => {
    const answer = await fetch(`${sandbox.url}/v1/customers`, { method: 'POST' })
    expect(answer.status).toBe(401)
  })
})

describe('a saved card', () => {
  async function saveCard(number: string) {
    const customerId = await provider.createCustomer({
      developerId: 'dev_test',
      email: 'a@b.example',
      name: 'A',
      idempotencyKey: 'customer',
    })
    const checkout = await provider.createCheckout({
      amountCents: 1_000,
      product: 'Wallet top-up',
      customerId,
      saveCard: true,
      successUrl: 'http://localhost:1/success?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'http://localhost:1/cancel',
      expiresAt: new Date(sandbox.clock.now().getTime() + 3_600_000),
      metadata: { top_up_id: 'top_1' },
      idempotencyKey: 'checkout',
    })
    expect(checkout).toMatchObject({ state: 'open', payment: null })
    const first = await submit(checkout.url!, card(number))
    const next = 'next' in first ? first.next : null
    if (next?.pathname.endsWith('/authenticate')) await submit(next.href, { answer: 'complete' })
    const paid = await provider.retrieveCheckout(checkout.sessionId)
    return { customerId, paid }
  }
  const charge = (customerId: string, paymentMethodId: string) =>
    provider.chargeSavedCard({
      amountCents: 2_500,
      customerId,
      paymentMethodId,
      description: 'Automatic top-up',
      metadata: { top_up_id: 'top_2' },
      idempotencyKey: 'charge',
    })

  test('is charged without its owner, and the fee is told', async () => {
    const { customerId, paid } = await saveCard('4242424242424242')
    expect(paid).toMatchObject({
      state: 'paid',
      payment: {
        state: 'succeeded',
        amountCents: 1_000,
        customerId,
        card: { brand: 'visa', last4: '4242' },
        fee: { feeCents: 40 },
        metadata: { top_up_id: 'top_1' },
      },
    })
    const payment = await charge(customerId, paid.payment!.paymentMethodId!)
    expect(payment).toMatchObject({ state: 'succeeded', amountCents: 2_500, failure: null })
    expect(await charge(customerId, paid.payment!.paymentMethodId!)).toEqual(payment)
    const found = await provider.findPayments(customerId, new Date(0))
    expect(found.map(({ paymentIntentId }) => paymentIntentId)).toEqual([
      payment.paymentIntentId,
      paid.paymentIntentId,
    ])
  })

  test.each([
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000002760003184', 'authentication_required', 'authentication_required'],
  ])('%s that says no leaves a payment unpaid with the reason', async (number, code, reason) => {
    const { customerId, paid } = await saveCard('4242424242424242')
    await tell(sandbox, `payment_methods/${paid.payment!.paymentMethodId}`, { number })
    expect(await charge(customerId, paid.payment!.paymentMethodId!)).toMatchObject({
      state: 'unpaid',
      failure: { code, declineCode: reason },
    })
  })

  test('that asks its owner once is not asked again', async () => {
    const { customerId, paid } = await saveCard('4000002500003155')
    expect(paid.state).toBe('paid')
    expect(await charge(customerId, paid.payment!.paymentMethodId!)).toMatchObject({
      state: 'succeeded',
    })
  })
})
