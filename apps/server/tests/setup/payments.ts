import { type Sandbox, STRIPE_MERCHANT } from '@viva-voce/sandbox'
import { createStripe, type PaymentProvider } from '../../src/integrations/stripe/stripe.ts'
import { systemRandom } from '../../src/kit/random.ts'
import type { TestPerson } from './people.ts'
import type { TestServer } from './test-server.ts'
import { waitFor } from './wait.ts'

/** Settings with which a server takes payments through a sandbox; retries are quick, so that faults are too. */
export function paymentsOf(sandbox: Pick<Sandbox, 'url'>): Record<string, string> {
  return {
    STRIPE_API_URL: sandbox.url,
    STRIPE_CONNECT_URL: sandbox.url,
    STRIPE_SECRET_KEY: STRIPE_MERCHANT.secretKey,
    STRIPE_WEBHOOK_SECRETS: STRIPE_MERCHANT.webhookSecret,
    STRIPE_CONNECT_CLIENT_ID: STRIPE_MERCHANT.connectClientId,
    STRIPE_FIRST_PAUSE_MS: '5',
  }
}

/** The product's own client of the provider, without a server around it. */
export function providerAt(sandbox: Pick<Sandbox, 'url'>, attempts = 4): PaymentProvider {
  return createStripe(
    {
      apiUrl: sandbox.url,
      connectUrl: sandbox.url,
      secretKey: STRIPE_MERCHANT.secretKey,
      webhookSecrets: [STRIPE_MERCHANT.webhookSecret],
      connectClientId: STRIPE_MERCHANT.connectClientId,
      timeoutMs: 5_000,
      retry: { attempts, firstPauseMs: 2, longestPauseMs: 20 },
    },
    systemRandom,
  )
}

/** Something that only the sandbox has, for example `faults` or `balance`; its answer. */
export async function tell(
  sandbox: Pick<Sandbox, 'url'>,
  what: string,
  body: object = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${sandbox.url}/stripe/sandbox/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${what}: ${answer.status} ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

/** Sends a form of a hosted page; where it leads, or what it says is wrong. */
export async function submit(
  page: string,
  fields: Record<string, string>,
): Promise<{ next: URL } | { problem: string }> {
  const answer = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  const text = await answer.text()
  const location = answer.headers.get('location')
  if (location) return { next: new URL(location, page) }
  return { problem: /role="alert"[^>]*>([^<]*)</.exec(text)?.[1] ?? text }
}

/** The checkout page's form, filled in with a test card. */
export const card = (number: string) => ({
  email: 'payer@example.com',
  number,
  expiry: '12/34',
  cvc: '123',
})

export const papers = {
  name: 'Tessa Talent',
  date_of_birth: '1990-01-31',
  iban: 'DE89370400440532013000',
  terms: 'yes',
}

/** A server, and the provider that it takes payments through. */
export interface PaidServer extends Pick<TestServer, 'ctx' | 'url' | 'clock'> {
  sandbox: Sandbox
}

export async function postJson<T = Record<string, never>>(
  person: TestPerson,
  path: string,
  body: object,
): Promise<T> {
  const answer = await person.fetch(path, { method: 'POST', body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as T
}

export const getJson = async <T>(person: TestPerson, path: string): Promise<T> =>
  (await (await person.fetch(path)).json()) as T

/** Opens a top-up and pays it on the hosted page with a test card; resolves when the page is done with it. */
export async function payTopUp(
  person: TestPerson,
  topUp: { amount_eur: number; save_card?: boolean },
  number = '4242424242424242',
): Promise<{ id: string; next: URL }> {
  const { id, url } = await postJson<{ id: string; url: string }>(
    person,
    '/v1/billing/topups',
    topUp,
  )
  const paid = await submit(url, card(number))
  if ('problem' in paid) throw new Error(paid.problem)
  return { id, next: paid.next }
}

/** Waits until a payment's row is in a state, whatever brought it there. */
export function untilPayment(
  server: Pick<TestServer, 'ctx'>,
  id: string,
  state: string,
): Promise<true> {
  return waitFor(`${id} to be ${state}`, async () => {
    const row = await server.ctx.db
      .selectFrom('payments')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.state === state ? true : null
  })
}

/** Waits until every event that the sandbox has made lies in the inbox, handled. */
export function untilHandled(server: PaidServer): Promise<true> {
  return waitFor('every event to be handled', async () => {
    const rows = await server.ctx.db
      .selectFrom('provider_events')
      .select('event_id')
      .where('state', '=', 'handled')
      .execute()
    const handled = new Set(rows.map((row) => row.event_id))
    const open = server.sandbox.stripe.store.all('events').filter(({ id }) => !handled.has(id))
    return open.length === 0 ? true : null
  })
}
