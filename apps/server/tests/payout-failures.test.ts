import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refundByOperator } from '../src/domains/escrows/correct.ts'
import type { PayoutProvider } from '../src/domains/payouts/provider.ts'
import { sendPayouts } from '../src/domains/payouts/send.ts'
import { transferWasReversed } from '../src/domains/payouts/settle.ts'
import { startPayouts } from '../src/domains/payouts/start.ts'
import { inTransaction } from '../src/kit/db.ts'
import { auditBooks, balances } from './setup/ledger.ts'
import { providerAt, tell } from './setup/payments.ts'
import { adminEmail, dayMs, type PayoutWorld, startPayoutWorld } from './setup/payout-world.ts'
import { signUp } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import type { Sale } from './setup/sales.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await startPayoutWorld()
})
afterAll(() => world.close())
beforeEach(() => world.newMonth())

describe('a transfer', () => {
  test('that is refused goes back to pending and is tried again a day later', async () => {
    const seller = await world.newSeller()
    await tell(world.sandbox, `accounts/${world.accounts.get(seller.talentId)}`, {
      transfers: 'inactive',
    })
    await world.earn(seller, 13)
    await world.toPayday()
    const due = await world.payable(seller)
    await world.pay()
    expect(await world.payoutsOf(seller)).toMatchObject([
      { state: 'failed', failure: expect.stringMatching(/./) },
    ])
    expect(await world.statusesOf(seller)).toEqual(['pending'])
    expect(await world.payable(seller)).toBe(due)
    await auditBooks(world.server)
    await tell(world.sandbox, `accounts/${world.accounts.get(seller.talentId)}`, {
      transfers: 'active',
    })
    expect(await world.nextDay()).toEqual({ started: 1, settled: 1 })
    expect(await world.received(seller)).toBe(1_300)
    expect((await world.payoutsOf(seller)).map(({ state }) => state)).toEqual(['failed', 'paid'])
  })

  test.each([
    ['was lost before it took effect', { fail_before: 1 }],
    ['took effect and its answer was lost', { fail_after: 1 }],
    ['took effect, and its key answers with the fault for ever', { fail_kept: 1 }],
    ['broke off', { drop: 1 }],
  ])('that %s is paid once', async (_, faults) => {
    const seller = await world.newSeller()
    await world.earn(seller, 14)
    await world.toPayday()
    await tell(world.sandbox, 'faults', { ...faults, seed: 3 })
    expect(await world.pay()).toEqual({ started: 1, settled: 0 })
    expect(await world.statusesOf(seller)).toEqual(['processing'])
    await tell(world.sandbox, 'faults', {})
    world.server.clock.advance(60_000)
    expect(await sendPayouts(world.server.ctx, world.provider)).toBe(1)
    expect(await world.received(seller)).toBe(1_400)
    expect(await world.payoutsOf(seller)).toMatchObject([{ state: 'paid' }])
    await auditBooks(world.server)
  })

  test('whose process died before it was written down is found, however late, and paid once', async () => {
    const seller = await world.newSeller()
    await world.earn(seller, 16)
    await world.toPayday()
    const dies: PayoutProvider = {
      ...world.provider,
      async transfer(payout) {
        await world.provider.transfer(payout)
        throw new Error('killed')
      },
    }
    await startPayouts(world.server.ctx, world.provider)
    await expect(sendPayouts(world.server.ctx, dies)).rejects.toThrow('killed')
    expect(await world.statusesOf(seller)).toEqual(['processing'])
    // Longer than the provider remembers a key.
    world.server.clock.advance(40 * dayMs)
    expect(await sendPayouts(world.server.ctx, world.provider)).toBe(1)
    expect(await world.received(seller)).toBe(1_600)
    await auditBooks(world.server)
  })

  test('that the provider takes back is due again', async () => {
    const seller = await world.newSeller()
    await world.earn(seller, 18)
    await world.toPayday()
    await world.pay()
    const [first] = await world.payoutsOf(seller)
    const reverse = () =>
      inTransaction(world.server.ctx.db, (tx) =>
        transferWasReversed(world.server.ctx, tx, first!.transfer_id!),
      )
    await providerAt(world.sandbox).reverseTransfer({
      ...{
        transferId: first!.transfer_id!,
        amountCents: 1_800,
        idempotencyKey: `${first!.id}:back`,
      },
    })
    expect(await reverse()).toBe(true)
    expect(await reverse()).toBe(false)
    expect(await world.statusesOf(seller)).toEqual(['pending'])
    await auditBooks(world.server)
    await world.nextDay()
    await world.nextDay()
    expect(await world.received(seller)).toBe(1_800)
    await auditBooks(world.server)
  })
})

describe('a refund after the release', () => {
  const refund = (sale: Sale) =>
    inTransaction(world.server.ctx.db, (tx) =>
      refundByOperator(world.server.ctx, tx, sale.paymentIntentId, 'The order was a mistake.'),
    )

  test('that was paid out already is taken from the next payouts', async () => {
    const seller = await world.newSeller()
    const mistake = await world.earn(seller, 20)
    await world.toPayday()
    await world.pay()
    const before = await balances(world.server)
    await refund(mistake)
    const after = await balances(world.server)
    expect(after.wallet! - before.wallet!).toBe(mistake.netMicros + mistake.vatMicros)
    expect(await world.payable(seller)).toBe(-20_000_000n)
    await expect(refund(mistake)).rejects.toThrow(/refunded before/)
    await world.earn(seller, 25)
    await world.toPayday()
    expect(await world.pay()).toEqual({ started: 0, settled: 0 })
    await world.earn(seller, 7)
    await world.toPayday()
    expect(await world.pay()).toEqual({ started: 1, settled: 1 })
    expect(await world.received(seller)).toBe(2_000 + 1_200)
    expect(await world.statusesOf(seller)).toEqual(['paid', 'paid', 'paid', 'paid'])
    await auditBooks(world.server)
  })

  test('is for administrators, names its reason and revokes the licence', async () => {
    const seller = await world.newSeller()
    const sale = await world.earn(seller, 10)
    const admin = await signUp(world.server, 'admin', adminEmail)
    const path = `/v1/admin/escrows/${sale.paymentIntentId}/refund`
    const send = (body: object) => admin.fetch(path, { method: 'POST', body: JSON.stringify(body) })
    await expectProblem(await send({ reason: ' ' }), 'validation_failed')
    expect((await send({ reason: 'Noise in the file.' })).status).toBe(200)
    await expectProblem(await send({ reason: 'Noise in the file.' }), 'conflict')
    const licence = await world.server.ctx.db
      .selectFrom('licences')
      .select('revoked_reason')
      .where('synthesis_id', '=', sale.synthesisId)
      .executeTakeFirstOrThrow()
    expect(licence.revoked_reason).toBe('Noise in the file.')
    expect(await world.statusesOf(seller)).toEqual(['cancelled'])
    await auditBooks(world.server)
  })
})
