import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLedger } from '../src/domains/audit/audit.ts'
import { providerOf } from '../src/domains/payments/provider.ts'
import { dropped, findingsAfter, first, moved, on, postingOf } from './setup/book-errors.ts'
import { startPaidServer } from './setup/paid-server.ts'
import { payTopUp, postJson, tell, untilHandled, untilPayment } from './setup/payments.ts'
import { signUp, signUpWithKey, synthesize, type TestPerson } from './setup/people.ts'

const adminEmail = 'ada@operator.example'
let server: Awaited<ReturnType<typeof startPaidServer>>
let admin: TestPerson
let dev: Awaited<ReturnType<typeof signUpWithKey>>

async function topUp(amount_eur: number, number?: string): Promise<{ id: string; intent: string }> {
  const { id } = await payTopUp(dev, { amount_eur }, number)
  await untilPayment(server, id, 'paid')
  const row = await server.ctx.db
    .selectFrom('payments')
    .select('payment_intent_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, intent: row.payment_intent_id! }
}

const refund = (id: string, amount_eur: number) =>
  postJson(admin, `/v1/admin/payments/${id}/refund`, { reason: 'Asked for.', amount_eur })

async function dispute(intent: string, outcome: 'won' | 'lost'): Promise<void> {
  await tell(server.sandbox, 'disputes', { payment_intent: intent })
  await untilHandled(server)
  const { id } = server.sandbox.stripe.store.all('disputes').at(-1)!
  await tell(server.sandbox, `disputes/${id}`, { outcome })
  await untilHandled(server)
}

// Books with every way back to a card: paid, sent back by the bank, refused, made outside, disputed, won and lost.
beforeAll(async () => {
  server = await startPaidServer({ ADMIN_EMAILS: adminEmail, PROMOTIONAL_CREDIT_CENTS: '0' })
  admin = await signUp(server, 'admin', adminEmail)
  dev = await signUpWithKey(server)
  const plain = await topUp(40)
  await refund(plain.id, 5)
  const returned = await topUp(10, '4000000000005126')
  await refund(returned.id, 3)
  await providerOf(server.ctx).createRefund({
    ...{ paymentIntentId: plain.intent, amountCents: 200, metadata: {} },
    idempotencyKey: 'outside',
  })
  await untilHandled(server)
  // Owed in part while it is disputed, so that the money given back pays a debt first.
  const disputed = await topUp(20)
  for (let n = 0; n < 2; n++) await synthesize(server, dev.key, { usage: 'broadcast' })
  await dispute(disputed.intent, 'won')
  await dispute((await topUp(7)).intent, 'lost')
  // Refused, because a dispute came first that nobody had told of yet.
  const refused = await topUp(6)
  await tell(server.sandbox, 'deliveries', { lose: 1 })
  await tell(server.sandbox, 'disputes', { payment_intent: refused.intent })
  await refund(refused.id, 2)
})
afterAll(() => server.close())

test('sound books give no finding, and have every kind of entry in them', async () => {
  expect((await auditLedger(server.ctx)).findings).toEqual([])
  const kinds = await server.ctx.db
    .selectFrom('ledger_transactions')
    .select('kind')
    .distinct()
    .execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      ...['card_refund', 'card_refund_paid', 'card_refund_failed', 'taken_back', 'given_back'],
    ]),
  )
  const failures = await server.ctx.db
    .selectFrom('payment_refunds')
    .select('failure')
    .where('state', '=', 'failed')
    .execute()
  expect(failures).toHaveLength(2)
})

const refundIs = (state: string) => first('payment_refunds', `state = '${state}'`)
const posted = /every refund to a card/

const errors: [what: string, statements: string[], check: RegExp][] = [
  ...['card_refund', 'card_refund_paid', 'card_refund_failed', 'taken_back', 'given_back'].map(
    (kind): [string, string[], RegExp] => [`a ${kind} was never posted`, dropped(kind), posted],
  ),
  [
    'a refund is less than what was set aside',
    [
      `update payment_refunds set amount_micros = amount_micros - 10000 where id = ${refundIs('succeeded')}`,
    ],
    posted,
  ],
  [
    'a refund counts as failed though it was paid and never came back',
    [
      `update payment_refunds set state = 'failed', failure = 'x' where id = ${refundIs('succeeded')}`,
    ],
    posted,
  ],
  [
    'a refund that came back counts as paid',
    [
      `update payment_refunds set state = 'succeeded' where id = ${first('payment_refunds', `state = 'failed' and provider_refund_id is not null`)}`,
    ],
    posted,
  ],
  [
    'a refund that the provider paid was posted to other accounts',
    moved('card_refund_paid', 'provider_cash', 'refunds_in_transit'),
    posted,
  ],
  [
    'a dispute that was lost counts as won',
    [`update payment_disputes set state = 'won', recovered_at = null where state = 'lost'`],
    posted,
  ],
  [
    'a payment forgets what was refunded of it',
    [
      `update payments set refunded_micros = 0 where id = ${first('payments', 'refunded_micros > 0')}`,
    ],
    /knows what was refunded/,
  ],
  [
    'the debt of one developer is paid by another',
    on(
      'ledger_postings',
      `update ledger_postings set account_id = (select min(id) from ledger_accounts where kind = 'provider_fees')
        where ${postingOf('debt_paid', 'wallet')}`,
    ),
    /debt is paid/,
  ],
]

describe('the auditor notices when', () => {
  test.each(errors)('%s', async (_, statements, check) => {
    const found = await findingsAfter(server, statements)
    expect(
      found.filter((name) => check.test(name)),
      found.join(' | '),
    ).not.toEqual([])
  })
})
