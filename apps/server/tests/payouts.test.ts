import { PDFDocument } from '@cantoo/pdf-lib'
import { routes } from '@viva-voce/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { releaseDue } from '../src/domains/escrows/settle.ts'
import { dac7Csv } from '../src/domains/payouts/dac7.ts'
import { payableMonth } from '../src/domains/payouts/start.ts'
import { renderStatements } from '../src/domains/payouts/statement.ts'
import { auditBooks, balances } from './setup/ledger.ts'
import { adminEmail, dayMs, type PayoutWorld, startPayoutWorld } from './setup/payout-world.ts'
import { signUp } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await startPayoutWorld()
})
afterAll(() => world.close())
beforeEach(() => world.newMonth())

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
    const seller = await world.newSeller()
    await world.earn(seller, 12, 7)
    await world.toPayday()
    const due = await world.payable(seller)
    expect(due % 10_000n).not.toBe(0n)
    const before = await balances(world.server)
    expect(await world.pay()).toEqual({ started: 1, settled: 1 })
    const cents = due / 10_000n
    expect(await world.payoutsOf(seller)).toMatchObject([
      { state: 'paid', amount_cents: cents, entry_count: 1n, attempts: 1 },
    ])
    expect(await world.received(seller)).toBe(Number(cents))
    expect(await world.payable(seller)).toBe(due - cents * 10_000n)
    expect(await world.statusesOf(seller)).toEqual(['paid'])
    const after = await balances(world.server)
    expect(after.provider_cash! - (before.provider_cash ?? 0n)).toBe(cents * 10_000n)
    expect(after.payouts_in_transit ?? 0n).toBe(0n)
    await auditBooks(world.server)
  })

  test('is not paid a day early, nor what was made after its end', async () => {
    const seller = await world.newSeller()
    await world.earn(seller, 15)
    await world.toPayday()
    await world.earn(seller, 20)
    await world.pay()
    expect(await world.statusesOf(seller)).toEqual(['paid', 'pending'])
    // Released on the fifteenth, but of a month that is not over.
    world.server.clock.advance(10 * dayMs)
    await releaseDue(world.server.ctx)
    expect(await world.pay()).toEqual({ started: 0, settled: 0 })
    expect(await world.statusesOf(seller)).toEqual(['paid', 'pending'])
  })

  test('under EUR 10.00 is carried until there is enough', async () => {
    const seller = await world.newSeller()
    await world.earn(seller, 9.99)
    await world.toPayday()
    expect(await world.pay()).toEqual({ started: 0, settled: 0 })
    expect(await world.statusesOf(seller)).toEqual(['pending'])
    await world.earn(seller, 0.02)
    await world.toPayday()
    expect(await world.pay()).toEqual({ started: 1, settled: 1 })
    expect(await world.statusesOf(seller)).toEqual(['paid', 'paid'])
    expect(await world.received(seller)).toBe(1_001)
  })

  test('with the rests of cents of earlier payouts loses nothing over a year', async () => {
    const seller = await world.newSeller()
    let earned = 0n
    for (let month = 1; month <= 4; month++) {
      const sale = await world.earn(seller, 10.1, month * 5)
      earned += (sale.netMicros * 7n + 5n) / 10n
      await world.toPayday()
      await world.pay()
      expect(BigInt(await world.received(seller)) * 10_000n + (await world.payable(seller))).toBe(
        earned,
      )
      expect(await world.payable(seller)).toBeLessThan(10_000n)
    }
    await auditBooks(world.server)
  })

  test('goes to talents whose account can take it, and to others once theirs can', async () => {
    const ready = await world.newSeller()
    const late = await world.newSeller(false)
    await world.earn(ready, 11)
    await world.earn(late, 12)
    await world.toPayday()
    expect(await world.pay()).toEqual({ started: 1, settled: 1 })
    expect(await world.payoutsOf(late)).toEqual([])
    await world.onboard(late.talentId)
    expect(await world.nextDay()).toEqual({ started: 1, settled: 1 })
    expect(await world.received(late)).toBe(1_200)
  })

  test('is started once, however many processes look', async () => {
    const sellers = [await world.newSeller(), await world.newSeller(), await world.newSeller()]
    for (const seller of sellers) await world.earn(seller, 10)
    await world.toPayday()
    const runs = await Promise.all([1, 2, 3, 4].map(() => world.pay()))
    expect(runs.reduce((sum, { started }) => sum + started, 0)).toBe(3)
    for (const seller of sellers) expect(await world.received(seller)).toBe(1_000)
    await auditBooks(world.server)
  })
})

describe('a statement', () => {
  test('is a PDF/A for its talent and administrators only, and the payout is told of', async () => {
    const seller = await world.newSeller()
    await world.earn(seller, 30)
    await world.toPayday()
    await world.pay()
    expect(await renderStatements(world.server.ctx)).toBeGreaterThan(0)
    const again = await signUp(world.server, 'client', seller.email)
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
    const admin = await signUp(world.server, 'admin', adminEmail)
    expect((await admin.fetch(path)).status).toBe(200)
    await expectProblem(await (await world.newSeller()).fetch(path), 'not_found')
    const events = await world.server.ctx.db
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
  const seller = await world.newSeller()
  await world.earn(seller, 11)
  await world.toPayday()
  await world.pay()
  const paidOn = world.server.clock.now()
  const csv = await dac7Csv(world.server.ctx, paidOn.getUTCFullYear())
  const [head, ...lines] = csv.trim().split('\n')
  const cells = lines.find((line) => line.includes(seller.talentId))!.split(',')
  const cell = (name: string) => cells[head!.split(',').indexOf(name)]
  const quarter = Math.floor(paidOn.getUTCMonth() / 3) + 1
  expect(cell(`consideration_q${quarter}_eur`)).toBe('11.00')
  expect(cell(`activities_q${quarter}`)).toBe('1')
  expect(Number(cell(`fees_q${quarter}_eur`))).toBeCloseTo(11 / 0.7 - 11, 4)
  expect(cell('provider_account')).toBe(world.accounts.get(seller.talentId))
  expect(await dac7Csv(world.server.ctx, 2031)).toBe(`${head}\n`)
})
