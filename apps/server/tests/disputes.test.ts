import type { Wallet } from '@viva-voce/contract'
import { promotionEntry } from '@viva-voce/money'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { thawDisputed } from '../src/domains/escrows/dispute.ts'
import { releaseDue } from '../src/domains/escrows/settle.ts'
import { applyDispute } from '../src/domains/payments/disputes.ts'
import { explainProvider } from '../src/domains/payments/explain.ts'
import { postToWallet } from '../src/domains/wallets/wallets.ts'
import { inTransaction } from '../src/kit/db.ts'
import { auditBooks, balances } from './setup/ledger.ts'
import { startPaidServer } from './setup/paid-server.ts'
import { getJson, payTopUp, postJson, tell, untilHandled, untilPayment } from './setup/payments.ts'
import { signUp, signUpWithKey, synthesize, type TestPerson } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { waitFor } from './setup/wait.ts'

const adminEmail = 'ada@operator.example'
let server: Awaited<ReturnType<typeof startPaidServer>>
let admin: TestPerson
let dev: Awaited<ReturnType<typeof signUpWithKey>>
beforeAll(async () => {
  server = await startPaidServer({ ADMIN_EMAILS: adminEmail, PROMOTIONAL_CREDIT_CENTS: '0' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await tell(server.sandbox, 'faults', {})
  // The clock moves by weeks, and sessions end.
  admin = await signUp(server, 'admin', adminEmail)
  dev = await signUpWithKey(server)
})
afterEach(() => auditBooks(server))

const wallet = () => getJson<Wallet>(dev, '/v1/wallet')

async function topUp(amount_eur: number, number?: string): Promise<string> {
  const { id } = await payTopUp(dev, { amount_eur }, number)
  await untilPayment(server, id, 'paid')
  return id
}

async function intentOf(paymentId: string): Promise<string> {
  const row = await server.ctx.db
    .selectFrom('payments')
    .select('payment_intent_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return row.payment_intent_id!
}

/** Buys speech and says what it cost. */
async function buy(usage = 'broadcast'): Promise<{ intent: string; costMicros: bigint }> {
  const answer = await synthesize(server, dev.key, { usage })
  expect(answer.status).toBe(200)
  const intent = answer.headers.get('x-payment-intent-id')!
  const row = await server.ctx.db
    .selectFrom('escrows')
    .select(['net_micros', 'vat_micros'])
    .where('payment_intent_id', '=', intent)
    .executeTakeFirstOrThrow()
  return { intent, costMicros: row.net_micros + row.vat_micros }
}

const escrowOf = (intent: string) =>
  server.ctx.db
    .selectFrom('escrows')
    .selectAll()
    .where('payment_intent_id', '=', intent)
    .executeTakeFirstOrThrow()

/** The disputes that have taken a released payment back. */
async function corrections(intent: string): Promise<(string | null)[]> {
  const rows = await server.ctx.db
    .selectFrom('escrow_corrections')
    .select('dispute_id')
    .where('escrow_id', '=', (await escrowOf(intent)).id)
    .execute()
  return rows.map((row) => row.dispute_id)
}

const disputes = () => server.sandbox.stripe.store.all('disputes')

const seenAtProvider = () => server.ctx.stripe!.retrieveDispute(disputes().at(-1)!.id)

async function refundAtProvider(paymentId: string, amountCents: number): Promise<void> {
  await server.ctx.stripe!.createRefund({
    paymentIntentId: await intentOf(paymentId),
    ...{ amountCents, metadata: {}, idempotencyKey: `outside:${paymentId}` },
  })
}

/** As if so much of the wallet were held for speech that is being made. */
const setHeld = (micros: RawBuilder<bigint>) =>
  server.ctx.db
    .updateTable('wallets')
    .set({ held_micros: micros })
    .where('developer_id', '=', dev.developerId!)
    .execute()

async function end(outcome: 'won' | 'lost'): Promise<void> {
  await tell(server.sandbox, `disputes/${disputes().at(-1)!.id}`, { outcome })
  await untilHandled(server)
}

describe('a disputed top-up', () => {
  test('that is unspent leaves the wallet at once, and comes back when it is won', async () => {
    await topUp(20)
    await topUp(10, '4000000000000259')
    await untilHandled(server)
    expect(await wallet()).toMatchObject({ balance_eur: 20, owed_eur: 0 })
    await end('won')
    expect(await wallet()).toMatchObject({ balance_eur: 30, owed_eur: 0 })
  })

  test('that is unspent is gone when it is lost, and the fee is ours', async () => {
    const before = await balances(server)
    await topUp(10, '4000000000000259')
    await untilHandled(server)
    await end('lost')
    expect(await wallet()).toMatchObject({ balance_eur: 0, owed_eur: 0 })
    const after = await balances(server)
    // 40 cents for the payment and €20 for the dispute.
    expect(after.provider_fees! - (before.provider_fees ?? 0n)).toBe(-20_400_000n)
    expect(after.provider_cash! - (before.provider_cash ?? 0n)).toBe(20_400_000n)
  })

  async function spendAndDispute() {
    const id = await topUp(5)
    const bought = [await buy(), await buy(), await buy()] as const
    await tell(server.sandbox, 'disputes', { payment_intent: await intentOf(id) })
    await untilHandled(server)
    return { id, bought }
  }

  test('that had been refunded already costs the fee and nothing else', async () => {
    const id = await topUp(10)
    await postJson(admin, `/v1/admin/payments/${id}/refund`, { reason: 'Asked for.' })
    await tell(server.sandbox, 'disputes', { payment_intent: await intentOf(id) })
    await untilHandled(server)
    expect(await wallet()).toMatchObject({ balance_eur: 0, owed_eur: 0 })
    const report = await explainProvider(server.ctx)
    expect(report.ledgerCashMicros).toBe(report.providerCashMicros)
    expect(report.unexplained).toEqual([])
  })

  test('that is spent in part is owed, and the newest purchases are frozen until it is covered', async () => {
    const { bought } = await spendAndDispute()
    const owed = bought.reduce((total, { costMicros }) => total + costMicros, 0n)
    expect(await wallet()).toMatchObject({ balance_eur: 0, owed_eur: Number(owed) / 1e6 })
    for (const { intent } of bought) expect((await escrowOf(intent)).frozen_at).not.toBeNull()
    server.clock.advance(8 * 24 * 3_600_000)
    await releaseDue(server.ctx)
    for (const { intent } of bought) expect((await escrowOf(intent)).state).toBe('PENDING')
    await end('won')
    expect(await wallet()).toMatchObject({ balance_eur: 5 - Number(owed) / 1e6, owed_eur: 0 })
    await waitFor('the release', async () =>
      (await escrowOf(bought[0].intent)).state === 'RELEASED' ? true : null,
    )
  })

  test('that is lost refunds what was frozen, which pays the debt', async () => {
    const { bought } = await spendAndDispute()
    await end('lost')
    for (const { intent } of bought) {
      expect(await escrowOf(intent)).toMatchObject({
        state: 'REFUNDED',
        reason: expect.stringMatching(/cardholder/),
      })
    }
    expect(await wallet()).toMatchObject({ balance_eur: 0, owed_eur: 0 })
  })

  test('whose purchases were released is owed, and once a top-up has paid it a loss takes nothing back', async () => {
    const id = await topUp(5)
    const { intent, costMicros } = await buy()
    await waitFor('the checks', async () => ((await escrowOf(intent)).verified_at ? true : null))
    server.clock.advance(8 * 24 * 3_600_000)
    await waitFor('the release', async () =>
      (await escrowOf(intent)).state === 'RELEASED' ? true : null,
    )
    await tell(server.sandbox, 'disputes', { payment_intent: await intentOf(id) })
    await untilHandled(server)
    const owed = Number(costMicros) / 1e6
    expect(await wallet()).toMatchObject({ balance_eur: 0, owed_eur: owed })
    await topUp(10)
    expect(await wallet()).toMatchObject({ balance_eur: 10 - owed, owed_eur: 0 })
    await end('lost')
    expect(await wallet()).toMatchObject({ balance_eur: 10 - owed, owed_eur: 0 })
    expect(await corrections(intent)).toEqual([])
  })

  test('freezes only as much as is missing, the newest first, however many events tell of it', async () => {
    const id = await topUp(5)
    const [old, recent] = [await buy(), await buy()]
    await topUp(5)
    // What is free now covers the dispute but for one purchase.
    await setHeld(sql`balance_micros - ${5_000_000n - recent.costMicros}`)
    try {
      await tell(server.sandbox, 'disputes', { payment_intent: await intentOf(id) })
      await untilHandled(server)
      const dispute = await seenAtProvider()
      for (let round = 0; round < 10; round++) {
        await inTransaction(server.ctx.db, (tx) => thawDisputed(tx, dispute.disputeId))
        await Promise.all(Array.from({ length: 8 }, () => applyDispute(server.ctx, id, dispute)))
        expect((await escrowOf(recent.intent)).frozen_at).not.toBeNull()
        expect((await escrowOf(old.intent)).frozen_at).toBeNull()
      }
    } finally {
      await setHeld(sql`0`)
    }
  })

  test('freezes nothing when it is over, however late its first event comes', async () => {
    const { id, bought } = await spendAndDispute()
    const opened = await seenAtProvider()
    await end('won')
    const frozen = async () => {
      const rows = await Promise.all(bought.map(({ intent }) => escrowOf(intent)))
      return rows.map((row) => row.frozen_at)
    }
    expect(await frozen()).toEqual([null, null, null])
    // A debt for which there would be something to freeze.
    const another = await topUp(5)
    await setHeld(sql`balance_micros`)
    try {
      await refundAtProvider(another, 500)
      await untilHandled(server)
      expect(await wallet()).toMatchObject({ owed_eur: 5 })
      await applyDispute(server.ctx, id, opened)
      expect(await frozen()).toEqual([null, null, null])
    } finally {
      await setHeld(sql`0`)
    }
  })

  test('cannot be refunded as well', async () => {
    const id = await topUp(10, '4000000000000259')
    await untilHandled(server)
    const answer = await admin.fetch(`/v1/admin/payments/${id}/refund`, {
      method: 'POST',
      body: JSON.stringify({ reason: 'asked for it' }),
    })
    await expectProblem(answer, 'conflict')
  })
})

describe('a refund', () => {
  const refund = (id: string, body: object = {}) =>
    postJson<{ amount_eur: number; state: string }>(admin, `/v1/admin/payments/${id}/refund`, {
      reason: 'The developer asked for it.',
      ...body,
    })
  const refused = (id: string, body: object = {}) =>
    admin.fetch(`/v1/admin/payments/${id}/refund`, {
      method: 'POST',
      body: JSON.stringify({ reason: 'once more', ...body }),
    })

  test('takes what is unused, in parts, and no more', async () => {
    const id = await topUp(20)
    const { costMicros } = await buy()
    expect(await refund(id, { amount_eur: 5 })).toMatchObject({ amount_eur: 5, state: 'succeeded' })
    const left = Math.floor((15_000_000 - Number(costMicros)) / 10_000) / 100
    await expectProblem(await refused(id, { amount_eur: 15 }), 'conflict')
    expect(await refund(id)).toMatchObject({ amount_eur: left, state: 'succeeded' })
    await expectProblem(await refused(id), 'conflict')
    await untilHandled(server)
    expect((await balances(server)).refunds_in_transit ?? 0n).toBe(0n)
  })

  test('never takes promotional credit', async () => {
    const id = await topUp(10)
    const { ctx } = server
    const developerId = dev.developerId!
    await inTransaction(ctx.db, (tx) =>
      postToWallet(ctx, tx, developerId, promotionEntry(developerId, 2_000_000n)),
    )
    const { costMicros } = await buy()
    expect(costMicros).toBeLessThan(2_000_000n)
    // What was spent came out of the credit, so all of the top-up is unused and the rest of the credit stays.
    expect(await refund(id)).toMatchObject({ amount_eur: 10 })
    expect((await wallet()).balance_eur).toBeCloseTo(2 - Number(costMicros) / 1e6, 6)
  })

  test('that the bank sends back is the developer’s money again', async () => {
    const id = await topUp(10, '4000000000005126')
    await refund(id)
    await untilHandled(server)
    await waitFor('the money', async () => ((await wallet()).balance_eur === 10 ? true : null))
    expect((await balances(server)).refunds_in_transit ?? 0n).toBe(0n)
  })

  test('that nobody answers waits, and is made once', async () => {
    const id = await topUp(10)
    await tell(server.sandbox, 'faults', { fail_kept: 1 })
    expect(await refund(id)).toMatchObject({ amount_eur: 10, state: 'pending' })
    expect(await wallet()).toMatchObject({ balance_eur: 0 })
    await tell(server.sandbox, 'faults', {})
    server.clock.advance(60 * 60_000)
    await waitFor('the refund', async () => {
      const rows = await server.ctx.db
        .selectFrom('payment_refunds')
        .select('state')
        .where('payment_id', '=', id)
        .execute()
      return rows[0]!.state === 'succeeded' ? true : null
    })
    const intent = await intentOf(id)
    const made = server.sandbox.stripe.store.all('refunds')
    expect(made.filter(({ payment_intent }) => payment_intent === intent)).toHaveLength(1)
  })

  test('that was made at the provider is the developer’s debt', async () => {
    const id = await topUp(10)
    await refundAtProvider(id, 400)
    await untilHandled(server)
    expect(await wallet()).toMatchObject({ balance_eur: 6, owed_eur: 0 })
  })

  test('of what does not exist, or was not paid, is refused', async () => {
    await expectProblem(await refused(`pay_${'0'.repeat(26)}`), 'not_found')
    const { id } = await postJson<{ id: string }>(dev, '/v1/billing/topups', { amount_eur: 5 })
    await expectProblem(await refused(id), 'conflict')
  })
})
