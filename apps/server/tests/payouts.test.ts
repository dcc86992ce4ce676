import { randomUUID } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import { routes } from '@viva-voce/contract'
import { type Sandbox, startSandbox } from '@viva-voce/sandbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refundByOperator } from '../src/domains/escrows/correct.ts'
import { releaseDue } from '../src/domains/escrows/settle.ts'
import { payoutsByStripe } from '../src/domains/payouts/by-stripe.ts'
import { dac7Csv } from '../src/domains/payouts/dac7.ts'
import type { PayoutProvider } from '../src/domains/payouts/provider.ts'
import { sendPayouts } from '../src/domains/payouts/send.ts'
import { transferWasReversed } from '../src/domains/payouts/settle.ts'
import { payableMonth, startPayouts } from '../src/domains/payouts/start.ts'
import { renderStatements } from '../src/domains/payouts/statement.ts'
import { inTransaction } from '../src/kit/db.ts'
import { auditBooks, balances } from './setup/ledger.ts'
import { papers, providerAt, submit, tell } from './setup/payments.ts'
import { signUp, type TestPerson } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { insertTalent, insertVoice } from './setup/rows.ts'
import { pass, type Sale, sell } from './setup/sales.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const adminEmail = 'ada@operator.example'
const dayMs = 24 * 60 * 60 * 1000

let sandbox: Sandbox
let server: TestServer
let provider: PayoutProvider
let buyer: TestPerson
const accounts = new Map<string, string>()

beforeAll(async () => {
  sandbox = await startSandbox()
  server = await startTestServer(
    { ADMIN_EMAILS: adminEmail, PROMOTIONAL_CREDIT_CENTS: '10000' },
    'api',
  )
  const stripe = providerAt(sandbox, 2)
  provider = payoutsByStripe(stripe, async (talentIds) => {
    return new Map(talentIds.flatMap((id) => (accounts.has(id) ? [[id, accounts.get(id)!]] : [])))
  })
  await tell(sandbox, 'balance', { amount: 10_000_000 })
})
afterAll(async () => {
  await server.close()
  await sandbox.close()
})
beforeEach(async () => {
  await tell(sandbox, 'faults', {})
  buyer = await signUp(server, 'developer')
  // The second of a month, so that what a test sells belongs to one month.
  const now = server.clock.now()
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 9)
  server.clock.advance(next - now.getTime())
  accounts.clear()
})

interface Seller extends TestPerson {
  email: string
  talentId: string
  voiceId: string
}

async function newSeller(withAccount = true): Promise<Seller> {
  const email = `${randomUUID()}@example.com`
  const person = await signUp(server, 'talent', email)
  const talentId = await insertTalent(server, person, 'granted')
  if (withAccount) accounts.set(talentId, await onboarded(talentId))
  return { ...person, email, talentId, voiceId: await insertVoice(server, 'ready', talentId) }
}

async function onboarded(talentId: string): Promise<string> {
  const stripe = providerAt(sandbox)
  const { accountId } = await stripe.createAccount({
    ...{ talentId, email: 'tessa@talent.example', country: 'DE', idempotencyKey: talentId },
  })
  const link = await stripe.createOnboardingLink({
    accountId,
    returnUrl: 'http://localhost:1/return',
    refreshUrl: 'http://localhost:1/refresh',
    idempotencyKey: `${talentId}:link`,
  })
  await submit(link, papers)
  return accountId
}

/** Sells as much as earns a talent `earnedEur` or the least that is more, and lets it be released. */
async function earn(seller: Seller, earnedEur: number, extraSamples = 0): Promise<Sale> {
  const perSecondEur = 0.2
  const samples = Math.ceil((earnedEur / 0.7 / perSecondEur) * 24_000) + extraSamples
  const sale = await sell(server, {
    ...{ developerId: buyer.developerId!, voiceId: seller.voiceId, talentId: seller.talentId },
    ...{ seconds: samples / 24_000, pricePerSecondMicros: 200_000n },
  })
  await pass(server, sale)
  return sale
}

/** To the eighth of the next month, nine o'clock: everything is released, and the month may be paid. */
async function toPayday(): Promise<void> {
  const now = server.clock.now()
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 8, 9)
  server.clock.advance(day - now.getTime())
  await releaseDue(server.ctx)
}

async function pay(): Promise<{ started: number; settled: number }> {
  const started = await startPayouts(server.ctx, provider)
  return { started, settled: await sendPayouts(server.ctx, provider) }
}

async function nextDay() {
  server.clock.advance(dayMs)
  return pay()
}

function payoutsOf({ talentId }: Seller) {
  return server.ctx.db
    .selectFrom('payouts')
    .selectAll()
    .where('talent_id', '=', talentId)
    .orderBy('id')
    .execute()
}

async function statusesOf({ talentId }: Seller): Promise<string[]> {
  const rows = await server.ctx.db
    .selectFrom('royalties')
    .select('status')
    .where('talent_id', '=', talentId)
    .orderBy('id')
    .execute()
  return rows.map(({ status }) => status)
}

async function payable({ talentId }: Seller): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    select coalesce(sum(amount_micros), 0)::bigint as micros from ledger_postings
    join ledger_accounts a on a.id = account_id
    where a.kind = 'talent_payable' and a.owner_id = ${talentId}`.execute(server.ctx.db)
  return rows[0]!.micros
}

/** What the talent's account at the provider has received, in cents. */
async function received(seller: Seller): Promise<number> {
  let cents = 0
  for (const row of await payoutsOf(seller)) {
    for (const transfer of await providerAt(sandbox).findTransfers(row.id)) {
      cents += transfer.amountCents - transfer.reversedCents
    }
  }
  return cents
}

test.each([
  ['2026-12-07T23:59:59Z', '2026-10-01', '2026-11-01'],
  ['2026-12-08T00:00:00Z', '2026-11-01', '2026-12-01'],
  ['2027-01-08T00:00:00Z', '2026-12-01', '2027-01-01'],
  ['2027-01-01T00:00:00Z', '2026-11-01', '2026-12-01'],
])('at %s the newest month that is paid is %s', (now, month, end) => {
  expect(payableMonth(new Date(now))).toEqual({
    month,
    monthEnd: new Date(`${end}T00:00:00Z`),
  })
})

describe('a month', () => {
  test('is paid seven days after its end: whole cents, the rest of a cent stays', async () => {
    const seller = await newSeller()
    await earn(seller, 12, 7)
    await toPayday()
    const due = await payable(seller)
    expect(due % 10_000n).not.toBe(0n)
    const before = await balances(server)
    expect(await pay()).toEqual({ started: 1, settled: 1 })
    const cents = due / 10_000n
    expect(await payoutsOf(seller)).toMatchObject([
      { state: 'paid', amount_cents: cents, entry_count: 1n, attempts: 1 },
    ])
    expect(await received(seller)).toBe(Number(cents))
    expect(await payable(seller)).toBe(due - cents * 10_000n)
    expect(await statusesOf(seller)).toEqual(['paid'])
    const after = await balances(server)
    expect(after.provider_cash! - (before.provider_cash ?? 0n)).toBe(cents * 10_000n)
    expect(after.payouts_in_transit ?? 0n).toBe(0n)
    await auditBooks(server)
  })

  test('is not paid a day early, nor what was made after its end', async () => {
    const seller = await newSeller()
    await earn(seller, 15)
    await toPayday()
    await earn(seller, 20)
    await pay()
    expect(await statusesOf(seller)).toEqual(['paid', 'pending'])
    // Released on the fifteenth, but of a month that is not over.
    server.clock.advance(10 * dayMs)
    await releaseDue(server.ctx)
    expect(await pay()).toEqual({ started: 0, settled: 0 })
    expect(await statusesOf(seller)).toEqual(['paid', 'pending'])
  })

  test('under EUR 10.00 is carried until there is enough', async () => {
    const seller = await newSeller()
    await earn(seller, 9.99)
    await toPayday()
    expect(await pay()).toEqual({ started: 0, settled: 0 })
    expect(await statusesOf(seller)).toEqual(['pending'])
    await earn(seller, 0.02)
    await toPayday()
    expect(await pay()).toEqual({ started: 1, settled: 1 })
    expect(await statusesOf(seller)).toEqual(['paid', 'paid'])
    expect(await received(seller)).toBe(1_001)
  })

  test('with the rests of cents of earlier payouts loses nothing over a year', async () => {
    const seller = await newSeller()
    let earned = 0n
    for (let month = 1; month <= 4; month++) {
      const sale = await earn(seller, 10.1, month * 5)
      earned += (sale.netMicros * 7n + 5n) / 10n
      await toPayday()
      await pay()
      expect(BigInt(await received(seller)) * 10_000n + (await payable(seller))).toBe(earned)
      expect(await payable(seller)).toBeLessThan(10_000n)
    }
    await auditBooks(server)
  })

  test('goes to talents whose account can take it, and to others once theirs can', async () => {
    const ready = await newSeller()
    const late = await newSeller(false)
    await earn(ready, 11)
    await earn(late, 12)
    await toPayday()
    expect(await pay()).toEqual({ started: 1, settled: 1 })
    expect(await payoutsOf(late)).toEqual([])
    accounts.set(late.talentId, await onboarded(late.talentId))
    expect(await nextDay()).toEqual({ started: 1, settled: 1 })
    expect(await received(late)).toBe(1_200)
  })

  test('is started once, however many processes look', async () => {
    const sellers = [await newSeller(), await newSeller(), await newSeller()]
    for (const seller of sellers) await earn(seller, 10)
    await toPayday()
    const runs = await Promise.all([1, 2, 3, 4].map(() => pay()))
    expect(runs.reduce((sum, { started }) => sum + started, 0)).toBe(3)
    for (const seller of sellers) expect(await received(seller)).toBe(1_000)
    await auditBooks(server)
  })
})

describe('a transfer', () => {
  test('that is refused goes back to pending and is tried again a day later', async () => {
    const seller = await newSeller()
    await tell(sandbox, `accounts/${accounts.get(seller.talentId)}`, { transfers: 'inactive' })
    await earn(seller, 13)
    await toPayday()
    const due = await payable(seller)
    await pay()
    expect(await payoutsOf(seller)).toMatchObject([
      { state: 'failed', failure: expect.stringMatching(/./) },
    ])
    expect(await statusesOf(seller)).toEqual(['pending'])
    expect(await payable(seller)).toBe(due)
    await auditBooks(server)
    await tell(sandbox, `accounts/${accounts.get(seller.talentId)}`, { transfers: 'active' })
    expect(await nextDay()).toEqual({ started: 1, settled: 1 })
    expect(await received(seller)).toBe(1_300)
    expect((await payoutsOf(seller)).map(({ state }) => state)).toEqual(['failed', 'paid'])
  })

  test.each([
    ['was lost before it took effect', { fail_before: 1 }],
    ['took effect and its answer was lost', { fail_after: 1 }],
    ['took effect, and its key answers with the fault for ever', { fail_kept: 1 }],
    ['broke off', { drop: 1 }],
  ])('that %s is paid once', async (_, faults) => {
    const seller = await newSeller()
    await earn(seller, 14)
    await toPayday()
    await tell(sandbox, 'faults', { ...faults, seed: 3 })
    expect(await pay()).toEqual({ started: 1, settled: 0 })
    expect(await statusesOf(seller)).toEqual(['processing'])
    await tell(sandbox, 'faults', {})
    server.clock.advance(60_000)
    expect(await sendPayouts(server.ctx, provider)).toBe(1)
    expect(await received(seller)).toBe(1_400)
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'paid' }])
    await auditBooks(server)
  })

  test('whose process died before it was written down is found, however late, and paid once', async () => {
    const seller = await newSeller()
    await earn(seller, 16)
    await toPayday()
    const dies: PayoutProvider = {
      ...provider,
      async transfer(payout) {
        await provider.transfer(payout)
        throw new Error('killed')
      },
    }
    await startPayouts(server.ctx, provider)
    await expect(sendPayouts(server.ctx, dies)).rejects.toThrow('killed')
    expect(await statusesOf(seller)).toEqual(['processing'])
    // Longer than the provider remembers a key.
    server.clock.advance(40 * dayMs)
    expect(await sendPayouts(server.ctx, provider)).toBe(1)
    expect(await received(seller)).toBe(1_600)
    await auditBooks(server)
  })

  test('that the provider takes back is due again', async () => {
    const seller = await newSeller()
    await earn(seller, 18)
    await toPayday()
    await pay()
    const [first] = await payoutsOf(seller)
    const reverse = () =>
      inTransaction(server.ctx.db, (tx) => transferWasReversed(server.ctx, tx, first!.transfer_id!))
    await providerAt(sandbox).reverseTransfer({
      ...{
        transferId: first!.transfer_id!,
        amountCents: 1_800,
        idempotencyKey: `${first!.id}:back`,
      },
    })
    expect(await reverse()).toBe(true)
    expect(await reverse()).toBe(false)
    expect(await statusesOf(seller)).toEqual(['pending'])
    await auditBooks(server)
    await nextDay()
    await nextDay()
    expect(await received(seller)).toBe(1_800)
    await auditBooks(server)
  })
})

describe('a refund after the release', () => {
  const refund = (sale: Sale) =>
    inTransaction(server.ctx.db, (tx) =>
      refundByOperator(server.ctx, tx, sale.paymentIntentId, 'The order was a mistake.'),
    )

  test('that was paid out already is taken from the next payouts', async () => {
    const seller = await newSeller()
    const mistake = await earn(seller, 20)
    await toPayday()
    await pay()
    const before = await balances(server)
    await refund(mistake)
    const after = await balances(server)
    expect(after.wallet! - before.wallet!).toBe(mistake.netMicros + mistake.vatMicros)
    expect(await payable(seller)).toBe(-20_000_000n)
    await expect(refund(mistake)).rejects.toThrow(/refunded before/)
    await earn(seller, 25)
    await toPayday()
    expect(await pay()).toEqual({ started: 0, settled: 0 })
    await earn(seller, 7)
    await toPayday()
    expect(await pay()).toEqual({ started: 1, settled: 1 })
    expect(await received(seller)).toBe(2_000 + 1_200)
    expect(await statusesOf(seller)).toEqual(['paid', 'paid', 'paid', 'paid'])
    await auditBooks(server)
  })

  test('is for administrators, names its reason and revokes the licence', async () => {
    const seller = await newSeller()
    const sale = await earn(seller, 10)
    const admin = await signUp(server, 'admin', adminEmail)
    const path = `/v1/admin/escrows/${sale.paymentIntentId}/refund`
    const send = (body: object) => admin.fetch(path, { method: 'POST', body: JSON.stringify(body) })
    await expectProblem(await send({ reason: ' ' }), 'validation_failed')
    expect((await send({ reason: 'Noise in the file.' })).status).toBe(200)
    await expectProblem(await send({ reason: 'Noise in the file.' }), 'conflict')
    const licence = await server.ctx.db
      .selectFrom('licences')
      .select('revoked_reason')
      .where('synthesis_id', '=', sale.synthesisId)
      .executeTakeFirstOrThrow()
    expect(licence.revoked_reason).toBe('Noise in the file.')
    expect(await statusesOf(seller)).toEqual(['cancelled'])
    await auditBooks(server)
  })
})

describe('a statement', () => {
  test('is a PDF/A for its talent and administrators only, and the payout is told of', async () => {
    const seller = await newSeller()
    await earn(seller, 30)
    await toPayday()
    await pay()
    expect(await renderStatements(server.ctx)).toBeGreaterThan(0)
    const again = await signUp(server, 'client', seller.email)
    const listed = routes.listPayouts.answer.parse(
      await (await again.fetch('/v1/payouts')).json(),
    ).items
    expect(listed).toMatchObject([{ state: 'paid', amount_eur: 30, talent_id: seller.talentId }])
    const path = new URL(listed[0]!.statement_url!).pathname
    const answer = await again.fetch(path)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const pdf = Buffer.from(await answer.arrayBuffer())
    expect(pdf.toString('latin1')).toMatch(/<pdfaid:part>3<\/pdfaid:part>/)
    expect((await PDFDocument.load(pdf, { updateMetadata: false })).getPageCount()).toBe(1)
    const admin = await signUp(server, 'admin', adminEmail)
    expect((await admin.fetch(path)).status).toBe(200)
    await expectProblem(await (await newSeller()).fetch(path), 'not_found')
    const events = await server.ctx.db
      .selectFrom('outbox_events')
      .select('payload')
      .where('type', '=', 'payout.paid')
      .execute()
    const ours = events.filter(
      ({ payload }) => (payload as { talent_id: string }).talent_id === seller.talentId,
    )
    expect(ours).toEqual([{ payload: expect.objectContaining({ amount_eur: 30 }) }])
  })
})

test('the report under DAC7 has each talent and quarter of the year', async () => {
  const seller = await newSeller()
  await earn(seller, 11)
  await toPayday()
  await pay()
  const paidOn = server.clock.now()
  const csv = await dac7Csv(server.ctx, paidOn.getUTCFullYear())
  const [head, ...lines] = csv.trim().split('\n')
  const cells = lines.find((line) => line.includes(seller.talentId))!.split(',')
  const cell = (name: string) => cells[head!.split(',').indexOf(name)]
  const quarter = Math.floor(paidOn.getUTCMonth() / 3) + 1
  expect(cell(`consideration_q${quarter}_eur`)).toBe('11.00')
  expect(cell(`activities_q${quarter}`)).toBe('1')
  expect(Number(cell(`fees_q${quarter}_eur`))).toBeCloseTo(11 / 0.7 - 11, 4)
  expect(cell('provider_account')).toBe(accounts.get(seller.talentId))
  expect(await dac7Csv(server.ctx, 2031)).toBe(`${head}\n`)
})
