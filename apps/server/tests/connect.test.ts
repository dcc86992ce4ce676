import type { ConnectStatus } from '@viva-voce/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payoutDestinations, syncAccount } from '../src/domains/connect/accounts.ts'
import { startPaidServer } from './setup/paid-server.ts'
import { getJson, papers, postJson, submit, tell, untilHandled } from './setup/payments.ts'
import { signUp, type TestPerson } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { insertTalent } from './setup/rows.ts'

let server: Awaited<ReturnType<typeof startPaidServer>>
let person: TestPerson
let talentId: string
beforeAll(async () => {
  server = await startPaidServer({ API_URL: 'http://localhost:45678' })
})
afterAll(() => server.close())
beforeEach(async () => {
  person = await signUp(server, 'talent')
  talentId = await insertTalent(server, person, 'granted')
})

const status = () => getJson<ConnectStatus>(person, `/v1/talent/connect-status/${talentId}`)
const onboard = () =>
  postJson<{ url: string }>(person, '/v1/talent/onboard', { talent_id: talentId })
const destination = async () => (await payoutDestinations(server.ctx.db, [talentId])).get(talentId)

describe('onboarding', () => {
  test('leads from nothing to an account that can be paid', async () => {
    expect(await status()).toMatchObject({ account_id: null, payouts_enabled: false })
    const { url } = await onboard()
    expect(await status()).toMatchObject({
      payouts_enabled: false,
      details_submitted: false,
      currently_due: expect.arrayContaining(['external_account']),
      disabled_reason: 'requirements.past_due',
    })
    expect(await destination()).toBeUndefined()
    const done = await submit(url, papers)
    expect(done).toMatchObject({ next: { pathname: '/dashboard/talent' } })
    await untilHandled(server)
    const after = await status()
    expect(after).toMatchObject({
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      currently_due: [],
      disabled_reason: null,
    })
    expect(await destination()).toBe(after.account_id)
    expect(await getJson(person, '/v1/me')).toMatchObject({ stripe_account_id: after.account_id })
  })

  test('makes one account, however often it is begun', async () => {
    const before = server.sandbox.stripe.store.all('accounts').length
    await Promise.all([onboard(), onboard(), onboard()])
    const again = await onboard()
    expect(server.sandbox.stripe.store.all('accounts')).toHaveLength(before + 1)
    await submit(again.url, papers)
    await untilHandled(server)
  })

  test('whose page has expired goes on with a new one', async () => {
    const { url } = await onboard()
    server.clock.advance(10 * 60_000)
    const expired = await submit(url, papers)
    const refresh = 'next' in expired ? expired.next : new URL(url)
    expect(refresh.pathname).toBe(`/v1/talent/onboard/${talentId}/refresh`)
    const answer = await person.fetch(refresh.pathname)
    expect(answer.status).toBe(302)
    expect(await submit(answer.headers.get('location')!, papers)).toHaveProperty('next')
    await untilHandled(server)
    expect(await status()).toMatchObject({ payouts_enabled: true })
  })

  test('tells what is past due, what is checked, the deadline and why it is disabled', async () => {
    await submit((await onboard()).url, papers)
    await untilHandled(server)
    const { account_id } = await status()
    const deadline = Math.floor(server.clock.now().getTime() / 1000) + 86_400
    await tell(server.sandbox, `accounts/${account_id}`, {
      payouts_enabled: false,
      requirements: {
        past_due: ['individual.verification.document'],
        pending_verification: ['individual.id_number'],
        current_deadline: deadline,
        disabled_reason: 'requirements.past_due',
      },
    })
    await untilHandled(server)
    expect(await status()).toMatchObject({
      payouts_enabled: false,
      past_due: ['individual.verification.document'],
      pending_verification: ['individual.id_number'],
      deadline: new Date(deadline * 1000).toISOString(),
      disabled_reason: 'requirements.past_due',
    })
    expect(await destination()).toBeUndefined()
  })

  test('answers with what was known last while the provider is away', async () => {
    await submit((await onboard()).url, papers)
    await untilHandled(server)
    await tell(server.sandbox, 'faults', { fail_before: 1 })
    expect(await status()).toMatchObject({ payouts_enabled: true })
    await expectProblem(
      await person.fetch('/v1/talent/onboard', {
        method: 'POST',
        body: JSON.stringify({ talent_id: talentId }),
      }),
      'provider_failed',
    )
    await tell(server.sandbox, 'faults', {})
  })

  test('is as the provider said when it was asked last, whichever answer came last', async () => {
    const { url } = await onboard()
    const { account_id: accountId } = await status()
    const stripe = server.ctx.stripe!
    const late = async (id: string) => {
      const answer = await stripe.retrieveAccount(id)
      await submit(url, papers)
      await untilHandled(server)
      return answer
    }
    const ctx = { ...server.ctx, stripe: { ...stripe, retrieveAccount: late } }
    await syncAccount(ctx, accountId!)
    expect(await destination()).toBe(accountId)
  })

  test('of somebody else is not there', async () => {
    const other = await signUp(server, 'talent')
    await insertTalent(server, other, 'granted')
    for (const path of ['/v1/talent/onboard', '/v1/auth/stripe_oauth/start']) {
      const body = JSON.stringify({ talent_id: talentId })
      await expectProblem(await other.fetch(path, { method: 'POST', body }), 'not_found')
    }
    const path = `/v1/talent/connect-status/${talentId}`
    await expectProblem(await other.fetch(path), 'not_found')
  })
})

describe('an account that a talent has already', () => {
  async function authorise(answer: Record<string, string>): Promise<URL> {
    const { url } = await postJson<{ url: string }>(person, '/v1/auth/stripe_oauth/start', {
      talent_id: talentId,
    })
    const back = await submit(url, answer)
    return 'next' in back ? back.next : new URL(url)
  }
  const comeBack = async (back: URL, who = person) =>
    new URL((await who.fetch(back.pathname + back.search)).headers.get('location')!)

  test('is connected by its permission, once', async () => {
    const back = await authorise({ connect: 'yes' })
    expect((await comeBack(back)).searchParams.get('connected')).toBe('true')
    const { account_id } = await status()
    expect(await destination()).toBe(account_id)
    expect((await comeBack(back)).searchParams.get('connect_error')).toMatch(/expired/)
    const body = JSON.stringify({ talent_id: talentId })
    await expectProblem(
      await person.fetch('/v1/talent/onboard', { method: 'POST', body }),
      'conflict',
    )
  })

  test('is not connected when the talent says no', async () => {
    const page = await comeBack(await authorise({ cancel: 'yes' }))
    expect(page.searchParams.get('connect_error')).toMatch(/not connected/)
    expect(await status()).toMatchObject({ account_id: null })
  })

  test('is not connected for somebody who did not begin it', async () => {
    const other = await signUp(server, 'talent')
    const page = await comeBack(await authorise({ connect: 'yes' }), other)
    expect(page.searchParams.get('connect_error')).toMatch(/begun elsewhere/)
    expect(await status()).toMatchObject({ account_id: null })
  })
})
