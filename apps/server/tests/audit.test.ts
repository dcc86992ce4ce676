import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditHourly, auditLedger } from '../src/domains/audit/audit.ts'
import { checks } from '../src/domains/audit/audit-store.ts'
import { refundByOperator } from '../src/domains/escrows/correct.ts'
import { closeMonths } from '../src/domains/invoices/month-end.ts'
import { foldActivity } from '../src/domains/usage/activity.ts'
import { inTransaction } from '../src/kit/db.ts'
import { dropped, findingsAfter, first, moved, on, postingOf, shift } from './setup/book-errors.ts'
import { tell } from './setup/payments.ts'
import { adminEmail, dayMs, type PayoutWorld, startPayoutWorld } from './setup/payout-world.ts'
import { signUp } from './setup/people.ts'
import { pass } from './setup/sales.ts'

// Books with everything in them that can happen, then one error at a time, made behind the product's back.

let world: PayoutWorld
beforeAll(async () => {
  world = await startPayoutWorld()
  await world.newMonth()
  const [paid, refused, small] = [
    await world.newSeller(),
    await world.newSeller(),
    await world.newSeller(),
  ]
  const mistake = await world.earn(paid, 12, 7)
  await world.earn(refused, 13)
  await world.earn(small, 2)
  const failed = await world.earn(small, 1)
  await world.server.ctx.db
    .updateTable('escrows')
    .set({ verified_at: null, watermark: 'pending', deepfake: 'pending' })
    .where('id', '=', failed.escrowId)
    .execute()
  await pass(world.server, failed, { watermarkPassed: false, scanPassed: true })
  await tell(world.sandbox, `accounts/${world.accounts.get(refused.talentId)}`, {
    transfers: 'inactive',
  })
  await world.toPayday()
  await closeMonths(world.server.ctx)
  await world.pay()
  await inTransaction(world.server.ctx.db, (tx) =>
    refundByOperator(world.server.ctx, tx, mistake.paymentIntentId, 'A mistake.'),
  )
  world.advanceTo(9)
  await closeMonths(world.server.ctx)
  await foldActivity(world.server.ctx)
  await world.earn(paid, 3)
})
afterAll(() => world.close())

test('sound books give no finding', async () => {
  const { checks: count, findings } = await auditLedger(world.server.ctx)
  expect(findings).toEqual([])
  expect(count).toBe(checks.length)
})

const paymentOfNobody = `insert into ledger_postings select 'txn_pay', row_number() over () - 1, id,
  case kind when 'provider_cash' then -7 else 7 end from ledger_accounts
  where kind = 'provider_cash' or id = (select min(id) from ledger_accounts where kind = 'wallet')`

/** What is done to the books, and the check that notices. */
const errors: [what: string, statements: string[], check: RegExp][] = [
  [
    'a posting is off by a micro-euro',
    on('ledger_postings', shift('synthesis', 'escrow', 1)),
    /balances/,
  ],
  ...([
    'synthesis',
    'release',
    'refund',
    'correction',
    'payout',
    'payout_paid',
    'payout_failed',
  ].map((kind) => [`a ${kind} was never posted`, dropped(kind), /called for/]) as [
    string,
    string[],
    RegExp,
  ][]),
  [
    'a talent gets less than 70 %',
    moved('release', 'platform_revenue', 'talent_payable'),
    /called for/,
  ],
  [
    'a talent is owed something else',
    moved('release', 'platform_revenue', 'talent_payable'),
    /talent is owed/,
  ],
  ['VAT is posted as price', moved('synthesis', 'escrow', 'vat_payable'), /called for/],
  [
    'cash and payouts in transit differ',
    moved('payout_paid', 'provider_cash', 'payouts_in_transit'),
    /called for/,
  ],
  [
    'money goes to the wrong account',
    on(
      'ledger_postings',
      `update ledger_postings set account_id = (select min(id) from ledger_accounts where kind = 'talent_payable') where ${postingOf('refund', 'wallet')}`,
    ),
    /called for|wallet keeps/,
  ],
  [
    'a transaction of an unknown kind',
    [`insert into ledger_transactions values ('txn_odd', 'odd', 'odd', now())`],
    /kind of transaction is known/,
  ],
  [
    'promotional credit from nowhere',
    on(
      'ledger_postings',
      `${shift('promotion', 'promotions', -5)}; ${shift('promotion', 'wallet', 5)}`,
    ),
    /wallet keeps/,
  ],
  [
    'a wallet keeps a micro-euro more',
    ['update wallets set balance_micros = balance_micros + 1'],
    /wallet keeps/,
  ],
  [
    'a wallet holds what nothing holds',
    ['update wallets set held_micros = 1 where balance_micros > 1'],
    /wallet holds/,
  ],
  [
    'a hold outlives its synthesis',
    [
      `update wallet_holds set state = 'held' where synthesis_id = (select min(synthesis_id) from wallet_holds)`,
    ],
    /hold, payment and licence/,
  ],
  [
    'a licence is gone',
    [`delete from licences where id = ${first('licences')}`],
    /hold, payment and licence/,
  ],
  [
    'a payment differs from its synthesis',
    [`update syntheses set net_micros = net_micros + 1 where id = ${first('syntheses')}`],
    /what its synthesis cost/,
  ],
  [
    'a royalty is gone',
    [`delete from royalties where id = ${first('royalties')}`],
    /has its royalty/,
  ],
  [
    'a royalty is off by a micro-euro',
    [`update royalties set amount_micros = amount_micros + 1 where id = ${first('royalties')}`],
    /has its royalty/,
  ],
  [
    'a royalty is for more seconds than it says',
    [`update royalties set sample_count = sample_count * 2 where id = ${first('royalties')}`],
    /follows from its seconds/,
  ],
  [
    'a refunded payment earns',
    [`update royalties set status = 'pending' where status = 'cancelled'`],
    /status of its payment/,
  ],
  [
    'a late refund is not taken back',
    [`delete from royalties where kind = 'correction'`],
    /takes its royalty back/,
  ],
  [
    'a royalty is paid twice',
    [
      `update royalties set payout_id = (select min(id) from payouts), status = 'paid' where id = (select max(id) from royalties where payable_at is not null and status = 'pending')`,
    ],
    /sum of its royalties/,
  ],
  [
    'a payout is more than it says',
    [
      `update payouts set amount_cents = amount_cents - 1, earned_micros = earned_micros - 10000 where state = 'paid'`,
    ],
    /sum of its royalties/,
  ],
  [
    'an invoice number is missing',
    ['update invoice_counters set last_number = last_number + 1'],
    /no gap/,
  ],
  [
    'an invoice is off by a cent',
    on('invoices', `update invoices set net_cents = net_cents + 1 where id = ${first('invoices')}`),
    /sum of its payments/,
  ],
  [
    'an invoice stands for too much',
    on(
      'invoice_taxes',
      `update invoice_taxes set net_micros = net_micros + 1 where invoice_id = ${first('invoices')}`,
    ),
    /sum of its payments/,
  ],
  [
    'cents are lost on the way',
    on(
      'invoice_taxes',
      `update invoice_taxes set vat_cents = vat_cents + 2 where invoice_id = ${first('invoices')}`,
    ),
    /more than a cent/,
  ],
  [
    'a payment is on no invoice',
    on(
      'invoice_items',
      `delete from invoice_items where escrow_id = ${first('escrows', `state = 'RELEASED'`)}`,
    ),
    /finished month is on an invoice/,
  ],
  [
    'a roll-up is off',
    [`update activity_days set pending_micros = pending_micros + 1 where scope = 'talent'`],
    /roll-ups of every talent/,
  ],
  [
    'a change is folded twice',
    [`update activity_days set requests = requests + 1 where scope = 'developer'`],
    /roll-ups of every developer/,
  ],
  [
    'a card was charged and nothing was posted',
    [
      `insert into payments (id, purpose, developer_id, amount_micros, state, payment_intent_id, created_at, paid_at)
        values ('pay_x', 'top_up', (select min(id) from developers), 5000000, 'paid', 'pi_x', now(), now())`,
    ],
    /paid payment is posted/,
  ],
  [
    'a payment is posted that nobody made',
    [
      `insert into ledger_transactions values ('txn_pay', 'payment', 'pay_none', now())`,
      paymentOfNobody,
    ],
    /paid payment is posted/,
  ],
  ['a debt is forgotten', ['update wallets set owed_micros = 1'], /developer owes/],
  [
    'a refund is on its way and not set aside',
    [
      `insert into payments (id, purpose, developer_id, amount_micros, created_at)
        values ('pay_y', 'top_up', (select min(id) from developers), 5000000, now())`,
      `insert into payment_refunds (id, payment_id, amount_micros, reason, created_at)
        values ('rfd_y', 'pay_y', 5000000, 'x', now())`,
    ],
    /refunds in transit/,
  ],
  [
    'a day is missing',
    [
      `delete from activity_days where scope = 'platform' and day = (select max(day) from activity_days)`,
    ],
    /days of every roll-up/,
  ],
]

describe('the auditor notices when', () => {
  test.each(errors)('%s', async (_, statements, check) => {
    const found = await findingsAfter(world.server, statements)
    expect(
      found.filter((name) => check.test(name)),
      found.join(' | '),
    ).not.toEqual([])
  })
})

describe('the hourly audit', () => {
  beforeEach(() => world.server.ctx.db.deleteFrom('audits').execute())

  test('runs once an hour, however many processes there are, and tells administrators', async () => {
    const { ctx } = world.server
    const count = async () =>
      (await ctx.db.selectFrom('audits').select('finding_count').execute()).length
    await Promise.all([auditHourly(ctx), auditHourly(ctx), auditHourly(ctx)])
    expect(await count()).toBe(1)
    world.server.clock.advance(dayMs / 24 - 1)
    await auditHourly(ctx)
    expect(await count()).toBe(1)
    world.server.clock.advance(1)
    const wallet = ctx.db.updateTable('wallets')
    await wallet.set({ balance_micros: sql`balance_micros + 1` }).execute()
    await auditHourly(ctx)
    await wallet.set({ balance_micros: sql`balance_micros - 1` }).execute()
    const admin = await signUp(world.server, 'admin', adminEmail)
    const told = (await (await admin.fetch('/v1/admin/audit')).json()) as { findings: object[] }
    expect(told.findings[0]).toMatchObject({
      check: 'every wallet keeps what its postings add up to',
    })
  })
})
