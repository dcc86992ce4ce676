import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { releaseDue } from '../src/domains/escrows/settle.ts'
import { runPayouts } from '../src/domains/payouts/run.ts'
import { auditBooks } from './setup/ledger.ts'
import { startPaidServer } from './setup/paid-server.ts'
import {
  papers,
  payTopUp,
  postJson,
  submit,
  tell,
  untilHandled,
  untilPayment,
} from './setup/payments.ts'
import { signUp, type TestPerson } from './setup/people.ts'
import { insertTalent, insertVoice } from './setup/rows.ts'
import { pass, type Sale, sell } from './setup/sales.ts'
import { waitFor } from './setup/wait.ts'

const dayMs = 24 * 60 * 60 * 1000
let server: Awaited<ReturnType<typeof startPaidServer>>
beforeAll(async () => {
  server = await startPaidServer({ PROMOTIONAL_CREDIT_CENTS: '0' })
  await tell(server.sandbox, 'balance', { amount: 1_000_000 })
})
afterAll(() => server.close())
afterEach(() => auditBooks(server))

/** A talent whose account can take payouts, and their voice. */
async function newSeller() {
  const person = await signUp(server, 'talent')
  const talentId = await insertTalent(server, person, 'granted')
  const { url } = await postJson<{ url: string }>(person, '/v1/talent/onboard', {
    talent_id: talentId,
  })
  await submit(url, papers)
  await untilHandled(server)
  return { talentId, voiceId: await insertVoice(server, 'ready', talentId) }
}
type Seller = Awaited<ReturnType<typeof newSeller>>

/** A developer with a wallet from a card, and the payment that filled it. */
async function newBuyer(amount_eur: number) {
  const person = await signUp(server, 'developer')
  const { id } = await payTopUp(person, { amount_eur })
  await untilPayment(server, id, 'paid')
  const { payment_intent_id: intent } = await server.ctx.db
    .selectFrom('payments')
    .select('payment_intent_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { person, intent }
}

/** 100 seconds at EUR 0.20: EUR 20 net, EUR 14 for the talent. */
async function sellTo(buyer: TestPerson, seller: Seller): Promise<Sale> {
  const sale = await sell(server, {
    developerId: buyer.developerId!,
    ...{ voiceId: seller.voiceId, talentId: seller.talentId },
    ...{ seconds: 100, pricePerSecondMicros: 200_000n },
  })
  await pass(server, sale)
  return sale
}

/** To the eighth of the next month, when everything so far is released and paid out. */
async function untilPaidOut(): Promise<void> {
  const now = server.clock.now()
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 8, 9)
  server.clock.advance(next - now.getTime())
  await releaseDue(server.ctx)
  await runPayouts(server.ctx)
  // The worker may be at it as well.
  await waitFor('the payouts', async () => {
    const open = await server.ctx.db
      .selectFrom('payouts')
      .select('id')
      .where('state', '=', 'processing')
      .execute()
    return open.length === 0 ? true : null
  })
}

async function lose(intent: string): Promise<string> {
  await tell(server.sandbox, 'disputes', { payment_intent: intent })
  await untilHandled(server)
  const { id } = server.sandbox.stripe.store
    .all('disputes')
    .find(({ payment_intent }) => payment_intent === intent)!
  await tell(server.sandbox, `disputes/${id}`, { outcome: 'lost' })
  await untilHandled(server)
  return id
}

async function payable({ talentId }: Seller): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    select coalesce(sum(amount_micros), 0)::bigint as micros from ledger_postings
    join ledger_accounts a on a.id = account_id
    where a.kind = 'talent_payable' and a.owner_id = ${talentId}`.execute(server.ctx.db)
  return rows[0]!.micros
}

async function paidCents({ talentId }: Seller): Promise<bigint[]> {
  const rows = await server.ctx.db
    .selectFrom('payouts')
    .select('amount_cents')
    .where('talent_id', '=', talentId)
    .where('state', '=', 'paid')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.amount_cents)
}

test('a dispute lost after the talent was paid takes their share back from the next payouts, once', async () => {
  const seller = await newSeller()
  const { person, intent } = await newBuyer(50)
  const sales = [await sellTo(person, seller), await sellTo(person, seller)]
  await untilPaidOut()
  expect(await paidCents(seller)).toEqual([2_800n])

  const disputeId = await lose(intent!)
  const rows = await server.ctx.db
    .selectFrom('escrow_corrections')
    .select(['escrow_id', 'dispute_id'])
    .where('dispute_id', '=', disputeId)
    .orderBy('escrow_id')
    .execute()
  expect(rows.map((row) => row.escrow_id)).toEqual(sales.map((sale) => sale.escrowId).sort())
  expect(await payable(seller)).toBe(-28_000_000n)
  const licences = await server.ctx.db
    .selectFrom('licences')
    .select('revoked_reason')
    .where(
      'synthesis_id',
      'in',
      sales.map((sale) => sale.synthesisId),
    )
    .execute()
  for (const { revoked_reason } of licences) expect(revoked_reason).toMatch(/cardholder/)

  // The event again, days late, finds nothing to do.
  server.clock.advance(2 * dayMs)
  const closed = server.sandbox.stripe.store
    .all('events')
    .find(({ type, data }) => type === 'charge.dispute.closed' && data.object.id === disputeId)!
  await server.ctx.db
    .updateTable('provider_events')
    .set({ state: 'received', handled_at: null, next_attempt_at: new Date(0) })
    .where('event_id', '=', closed.id)
    .execute()
  await untilHandled(server)
  expect(await payable(seller)).toBe(-28_000_000n)

  // EUR 14 and 28 follow: the first is kept, of the second EUR 14 are left.
  const other = await newBuyer(100)
  await sellTo(other.person, seller)
  await untilPaidOut()
  expect(await paidCents(seller)).toEqual([2_800n])
  await sellTo(other.person, seller)
  await sellTo(other.person, seller)
  await untilPaidOut()
  expect(await paidCents(seller)).toEqual([2_800n, 1_400n])
  expect(await payable(seller)).toBe(0n)
})

test('a lost dispute takes back no more than is missing, the newest first', async () => {
  const seller = await newSeller()
  const { person, intent } = await newBuyer(50)
  const sales = [await sellTo(person, seller), await sellTo(person, seller)]
  const { id } = await payTopUp(person, { amount_eur: 30 })
  await untilPayment(server, id, 'paid')
  await untilPaidOut()
  const disputeId = await lose(intent!)
  const rows = await server.ctx.db
    .selectFrom('escrow_corrections')
    .select('escrow_id')
    .where('dispute_id', '=', disputeId)
    .execute()
  expect(rows.map((row) => row.escrow_id)).toEqual([sales[1]!.escrowId])
  expect(await payable(seller)).toBe(-14_000_000n)
  const row = await server.ctx.db
    .selectFrom('wallets')
    .select(['balance_micros', 'owed_micros'])
    .where('developer_id', '=', person.developerId)
    .executeTakeFirstOrThrow()
  // EUR 80 came, EUR 50 went back, and one purchase stays bought.
  const costMicros = sales[0]!.netMicros + sales[0]!.vatMicros
  expect(row).toEqual({ balance_micros: 30_000_000n - costMicros, owed_micros: 0n })
})
