import type { TopUp, Wallet } from '@viva-voce/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditBooks, balances } from './setup/ledger.ts'
import { startPaidServer } from './setup/paid-server.ts'
import {
  card,
  getJson,
  payTopUp,
  postJson,
  submit,
  tell,
  untilHandled,
  untilPayment,
} from './setup/payments.ts'
import { signUp, type TestPerson } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { waitFor } from './setup/wait.ts'

let server: Awaited<ReturnType<typeof startPaidServer>>
let dev: TestPerson
beforeAll(async () => {
  server = await startPaidServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await tell(server.sandbox, 'deliveries', {})
  await tell(server.sandbox, 'faults', {})
  dev = await signUp(server, 'developer')
})
afterEach(() => auditBooks(server))

const balance = async () => (await getJson<Wallet>(dev, '/v1/wallet')).balance_eur
const topUpOf = (id: string) => getJson<TopUp>(dev, `/v1/billing/topups/${id}`)

describe('a top-up', () => {
  test('by the hosted page is credited by its event, with the fee on our side', async () => {
    const before = await balances(server)
    const { id, next } = await payTopUp(dev, { amount_eur: 25 })
    expect(next.pathname).toBe('/success')
    expect(next.searchParams.get('session_id')).toMatch(/^cs_test_/)
    expect(next.searchParams.get('topup')).toBe(id)
    await untilPayment(server, id, 'paid')
    expect(await balance()).toBe(27)
    expect(await topUpOf(id)).toMatchObject({ kind: 'checkout', amount_eur: 25, failure: null })
    await untilHandled(server)
    const after = await balances(server)
    // 1.5 % and 25 cents.
    expect(after.provider_fees! - (before.provider_fees ?? 0n)).toBe(-630_000n)
    expect(after.provider_cash! - (before.provider_cash ?? 0n)).toBe(-24_370_000n)
  })

  test.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
  ])(
    'with the card %s is declined on the page, and may be tried with another',
    async (number, sentence) => {
      const { id, url } = await postJson<{ id: string; url: string }>(dev, '/v1/billing/topups', {
        amount_eur: 10,
      })
      expect(await submit(url, card(number))).toEqual({ problem: sentence })
      await untilHandled(server)
      expect(await topUpOf(id)).toMatchObject({ state: 'open' })
      expect(await balance()).toBe(2)
      expect(await submit(url, card('4242424242424242'))).toHaveProperty('next')
      await untilPayment(server, id, 'paid')
      expect(await balance()).toBe(12)
    },
  )

  test('whose bank asks is paid after its owner has answered, and not before', async () => {
    const { id, url } = await postJson<{ id: string; url: string }>(dev, '/v1/billing/topups', {
      amount_eur: 10,
    })
    const asked = await submit(url, card('4000002500003155'))
    const bank = 'next' in asked ? asked.next.href : ''
    expect(bank).toMatch(/\/authenticate$/)
    expect(await submit(bank, { answer: 'fail' })).toEqual({
      problem: expect.stringMatching(/unable to authenticate/),
    })
    expect(await topUpOf(id)).toMatchObject({ state: 'open' })
    await submit(url, card('4000002500003155'))
    await submit(bank, { answer: 'complete' })
    await untilPayment(server, id, 'paid')
    expect(await balance()).toBe(12)
  })

  test.each([4.99, 5_000.01, 10.001, -5, 0])('of €%s is refused', async (amount_eur) => {
    const answer = await dev.fetch('/v1/billing/topups', {
      method: 'POST',
      body: JSON.stringify({ amount_eur }),
    })
    const { fields } = await expectProblem(answer, 'validation_failed')
    expect(fields![0]!.field).toBe('body.amount_eur')
  })

  test('of somebody else is not there', async () => {
    const { id } = await payTopUp(dev, { amount_eur: 5 })
    await untilPayment(server, id, 'paid')
    const other = await signUp(server, 'developer')
    await expectProblem(await other.fetch(`/v1/billing/topups/${id}`), 'not_found')
    expect(await getJson(other, '/v1/billing/topups')).toEqual({ items: [], next_cursor: null })
  })

  test('that nobody pays expires, and the books do not know it', async () => {
    const { id } = await postJson<{ id: string }>(dev, '/v1/billing/topups', { amount_eur: 50 })
    server.clock.advance(25 * 3_600_000)
    await untilPayment(server, id, 'expired')
    expect(await balance()).toBe(2)
  })

  test('while the provider is away is refused with a sentence, and nothing is left open', async () => {
    await tell(server.sandbox, 'faults', { fail_before: 1 })
    const answer = await dev.fetch('/v1/billing/topups', {
      method: 'POST',
      body: JSON.stringify({ amount_eur: 5 }),
    })
    const { error } = await expectProblem(answer, 'provider_failed')
    expect(error).toMatch(/did not answer/)
    await tell(server.sandbox, 'faults', {})
    const { items } = await getJson<{ items: TopUp[] }>(dev, '/v1/billing/topups')
    server.clock.advance(15 * 60_000)
    await untilPayment(server, items[0]!.id, 'expired')
  })
})

describe('events', () => {
  test('that come twice, out of order and days late credit once', async () => {
    await tell(server.sandbox, 'deliveries', { jitter_ms: 120, duplicate: 1, seed: 3 })
    const paid = await Promise.all(
      Array.from({ length: 6 }, () => payTopUp(dev, { amount_eur: 10 })),
    )
    await Promise.all(paid.map(({ id }) => untilPayment(server, id, 'paid')))
    expect(await balance()).toBe(62)
    server.clock.advance(5 * 24 * 3_600_000)
    const all = server.sandbox.stripe.store.all('events')
    for (const event of all.toReversed()) {
      expect(await server.sandbox.stripe.deliveries.deliver(event)).toBe(200)
    }
    await untilHandled(server)
    expect(await balance()).toBe(62)
  })

  test('that are lost are made up for by looking', async () => {
    await tell(server.sandbox, 'deliveries', { lose: 1 })
    const { id } = await payTopUp(dev, { amount_eur: 10 })
    server.clock.advance(2 * 60_000)
    await untilPayment(server, id, 'paid')
    expect(await balance()).toBe(12)
    // They turn up after all, and find nothing left to do.
    const { store, deliveries } = server.sandbox.stripe
    for (const event of store.all('events')) await deliveries.deliver(event)
    await untilHandled(server)
    expect(await balance()).toBe(12)
  })

  test('are taken with a signature only', async () => {
    const [event] = server.sandbox.stripe.store.all('events')
    const post = (headers: Record<string, string>, body = JSON.stringify(event)) =>
      fetch(`${server.url}/v1/webhooks/stripe`, { method: 'POST', headers, body })
    await expectProblem(await post({}), 'invalid_request')
    await expectProblem(await post({ 'stripe-signature': 't=1,v1=00' }), 'invalid_request')
    await expectProblem(await post({ 'stripe-signature': 'x' }, ''), 'invalid_request')
  })
})

describe('a saved card', () => {
  async function save(): Promise<string> {
    const { id } = await payTopUp(dev, { amount_eur: 5, save_card: true })
    await untilPayment(server, id, 'paid')
    const row = await server.ctx.db
      .selectFrom('payment_customers')
      .select('payment_method_id')
      .where('developer_id', '=', dev.developerId!)
      .executeTakeFirstOrThrow()
    return row.payment_method_id!
  }
  const set = (body: object) => postJson<Wallet>(dev, '/v1/billing/automatic-topup', body)
  const eventsOf = async (type: string) => {
    const rows = await server.ctx.db
      .selectFrom('outbox_events')
      .select('payload')
      .where('type', '=', type)
      .execute()
    return rows
      .map((row) => row.payload as unknown as { developer_id: string; reason?: string })
      .filter(({ developer_id }) => developer_id === dev.developerId)
  }

  test('tops the wallet up once when it falls below the limit, and tells of the low balance', async () => {
    await save()
    const wallet = await set({ enabled: true, below_eur: 10, amount_eur: 20 })
    expect(wallet).toMatchObject({ is_low: true, card: { brand: 'visa', last4: '4242' } })
    expect(wallet.automatic_top_up).toEqual({ enabled: true, amount_eur: 20, stopped: null })
    await waitFor('the automatic top-up', async () => ((await balance()) === 27 ? true : null))
    await untilHandled(server)
    const { items } = await getJson<{ items: TopUp[] }>(dev, '/v1/billing/topups')
    expect(items.map(({ kind, state }) => [kind, state])).toEqual([
      ['automatic', 'paid'],
      ['checkout', 'paid'],
    ])
    expect(await getJson(dev, '/v1/wallet')).toMatchObject({ is_low: false })
    expect(await eventsOf('wallet.low_balance')).toEqual([
      { developer_id: dev.developerId, balance_eur: 7, low_balance_eur: 10 },
    ])
  })

  test.each([
    ['4000000000009995', 'insufficient_funds', /insufficient funds/],
    ['4000002760003184', 'authentication_required', /confirm the payment yourself/],
  ])('%s that says no stops the top-ups with a notice', async (number, reason, sentence) => {
    const method = await save()
    await tell(server.sandbox, `payment_methods/${method}`, { number })
    await set({ enabled: true, below_eur: 10, amount_eur: 20 })
    const stopped = await waitFor('the stop', async () => {
      const wallet = await getJson<Wallet>(dev, '/v1/wallet')
      return wallet.automatic_top_up.stopped ? wallet : null
    })
    expect(stopped.balance_eur).toBe(7)
    expect(stopped.automatic_top_up).toMatchObject({ enabled: false, amount_eur: 20 })
    expect(stopped.automatic_top_up.stopped).toMatch(sentence)
    expect(await eventsOf('wallet.automatic_top_up_failed')).toMatchObject([{ reason }])
    const intent = server.sandbox.stripe.store.all('payment_intents').at(-1)!
    await waitFor('the end of the declined payment', async () =>
      server.sandbox.stripe.store.get('payment_intents', intent.id).status === 'canceled'
        ? true
        : null,
    )
    const { items } = await getJson<{ items: TopUp[] }>(dev, '/v1/billing/topups')
    expect(items[0]).toMatchObject({ kind: 'automatic', state: 'failed', failure: reason })
  })

  test('that was declined does not stop the top-ups when another was saved meanwhile', async () => {
    const old = await save()
    await tell(server.sandbox, `payment_methods/${old}`, { number: '4000000000009995' })
    // The provider declines the old card once the new one is saved.
    const stopped = server.sandbox.stripe.faults.stopNext('POST /v1/payment_intents', 'before')
    await set({ enabled: true, below_eur: 30, amount_eur: 30 })
    await stopped.reached
    const { id } = await payTopUp(dev, { amount_eur: 5, save_card: true })
    await untilPayment(server, id, 'paid')
    stopped.letGo()
    await waitFor('the charge of the new card', async () =>
      (await balance()) === 42 ? true : null,
    )
    const { items } = await getJson<{ items: TopUp[] }>(dev, '/v1/billing/topups')
    expect(items.map(({ kind, state }) => [kind, state])).toEqual([
      ['automatic', 'paid'],
      ['checkout', 'paid'],
      ['automatic', 'failed'],
      ['checkout', 'paid'],
    ])
    expect((await getJson<Wallet>(dev, '/v1/wallet')).automatic_top_up.stopped).toBeNull()
    expect(await eventsOf('wallet.automatic_top_up_failed')).toEqual([])
  })

  test('is needed, and the amount must reach the limit', async () => {
    const refused = async (body: object) =>
      dev.fetch('/v1/billing/automatic-topup', { method: 'POST', body: JSON.stringify(body) })
    await expectProblem(await refused({ enabled: true, below_eur: 5, amount_eur: 10 }), 'conflict')
    await save()
    await expectProblem(
      await refused({ enabled: true, below_eur: 20, amount_eur: 10 }),
      'validation_failed',
    )
    await expectProblem(await refused({ enabled: true, below_eur: 20 }), 'validation_failed')
    expect(await set({ enabled: false, below_eur: 3 })).toMatchObject({ low_balance_eur: 3 })
  })

  test('is not charged more than five times a day', async () => {
    await save()
    await set({ enabled: true, below_eur: 5, amount_eur: 5 })
    const spend = () =>
      server.ctx.db
        .updateTable('wallets')
        .set({ is_low: true })
        .where('developer_id', '=', dev.developerId!)
        .execute()
    for (let count = 1; count <= 5; count++) {
      await spend()
      await waitFor('the next', async () => ((await balance()) === 7 + 5 * count ? true : null))
    }
    await spend()
    const wallet = await waitFor('the stop', async () => {
      const now = await getJson<Wallet>(dev, '/v1/wallet')
      return now.automatic_top_up.stopped ? now : null
    })
    expect(wallet).toMatchObject({ balance_eur: 32 })
    expect(wallet.automatic_top_up.stopped).toMatch(/Too many/)
  })
})
