import type { Reservation } from '@viva-voce/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditBooks, balances } from './setup/ledger.ts'
import { startPaidServer } from './setup/paid-server.ts'
import { card, getJson, postJson, submit, untilHandled, untilPayment } from './setup/payments.ts'
import { signUp, type TestPerson } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { waitFor } from './setup/wait.ts'

const adminEmail = 'ada@operator.example'
let server: Awaited<ReturnType<typeof startPaidServer>>
let admin: TestPerson
beforeAll(async () => {
  server = await startPaidServer({ ADMIN_EMAILS: adminEmail })
  admin = await signUp(server, 'admin', adminEmail)
})
afterAll(() => server.close())

const post = (body: object) =>
  fetch(`${server.url}/v1/early-access/reservations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function reserve(email: string): Promise<{ id: string; next: URL }> {
  const answer = await post({ email })
  expect(answer.status).toBe(200)
  const { id, url } = (await answer.json()) as { id: string; url: string }
  const paid = await submit(url, card('4242424242424242'))
  await untilPayment(server, id, 'paid')
  return { id, next: 'next' in paid ? paid.next : new URL(url) }
}

const reserved = async () =>
  ((await (await fetch(`${server.url}/v1/early-access`)).json()) as { reserved: number }).reserved

test('a reservation costs a euro, is counted when it is paid, and is nobody’s revenue', async () => {
  const { next } = await reserve('ada@studio.example')
  expect(next.pathname).toBe('/success')
  expect(next.searchParams.get('session_id')).toMatch(/^cs_test_/)
  expect(await reserved()).toBe(1)
  await untilHandled(server)
  expect(await balances(server)).toMatchObject({ reservations: 1_000_000n })
  expect((await balances(server)).platform_revenue).toBeUndefined()
  await auditBooks(server)
})

test('one that is not paid is not counted', async () => {
  expect((await post({ email: 'undecided@studio.example' })).status).toBe(200)
  expect(await reserved()).toBe(1)
})

test('a second one for the same email goes back by itself', async () => {
  const { id } = await reserve('ADA@studio.example')
  await waitFor('the refund', async () => {
    const rows = await server.ctx.db
      .selectFrom('payment_refunds')
      .select('state')
      .where('payment_id', '=', id)
      .execute()
    return rows[0]?.state === 'succeeded' ? true : null
  })
  expect(await reserved()).toBe(1)
  await untilHandled(server)
  await auditBooks(server)
})

test('the operator sees each and can send one back', async () => {
  const { id } = await reserve('bea@studio.example')
  expect(await reserved()).toBe(2)
  await postJson(admin, `/v1/admin/payments/${id}/refund`, { reason: 'Changed her mind.' })
  expect(await reserved()).toBe(1)
  const path = '/v1/early-access/reservations'
  const { items } = await getJson<{ items: Reservation[] }>(admin, path)
  expect(items[0]).toMatchObject({ email: 'bea@studio.example', state: 'paid', refunded: true })
  await untilHandled(server)
  expect(await balances(server)).toMatchObject({ reservations: 1_000_000n })
  await auditBooks(server)
})

test.each(['', 'nobody', 'a@b', `${'x'.repeat(250)}@studio.example`])(
  'the email "%s" is refused',
  async (email) => {
    await expectProblem(await post({ email }), 'validation_failed')
  },
)
