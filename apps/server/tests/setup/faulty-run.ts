import { explainProvider, type ProviderReport } from '../../src/domains/payments/explain.ts'
import { isUnanswered } from '../../src/integrations/stripe/provider-error.ts'
import { card, type PaidServer, papers, submit, tell } from './payments.ts'
import { signUp, signUpWithKey, type TestPerson } from './people.ts'
import { insertTalent } from './rows.ts'
import { waitFor } from './wait.ts'

type Random = () => number

/** Who takes part in a run. */
export interface Cast {
  server: PaidServer
  admin: TestPerson
  developers: TestPerson[]
  talents: { person: TestPerson; talentId: string }[]
  random: Random
}

/** What one operation came to: done, or refused in words that a person could act on. */
type Outcome = 'done' | 'refused' | 'unanswered'

/** mulberry32, as everywhere that a run must be repeated by its seed. */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

async function post(person: TestPerson, path: string, body: object) {
  const answer = await person.fetch(path, { method: 'POST', body: JSON.stringify(body) })
  const json = (await answer.json()) as { id: string; url: string }
  return { status: answer.status, json }
}

/** What a bank or a cardholder does; another operation may have done it a moment before, which the sandbox refuses. */
const told = (server: PaidServer, what: string, body: object): Promise<Outcome> =>
  tell(server.sandbox, what, body).then(
    () => 'done' as const,
    () => 'refused' as const,
  )

const outcomeOf = (status: number): Outcome =>
  status < 300 ? 'done' : status === 502 ? 'unanswered' : 'refused'

const cards = [
  ...['4242424242424242', '4242424242424242', '4242424242424242', '4000000000000259'],
  ...['4000000000000002', '4000002500003155', '4000000000005126'],
]

async function payAt(url: string, number: string): Promise<void> {
  const first = await submit(url, card(number))
  if ('next' in first && first.next.pathname.endsWith('/authenticate')) {
    await submit(first.next.href, { answer: 'complete' })
  }
}

const operations: Record<string, (cast: Cast) => Promise<Outcome>> = {
  async topUp({ developers, random }) {
    const { status, json } = await post(pick(random, developers), '/v1/billing/topups', {
      amount_eur: 5 + Math.floor(random() * 2_000) / 100,
      save_card: random() < 0.5,
    })
    // Some change their minds.
    if (status === 200 && random() < 0.9) await payAt(json.url, pick(random, cards))
    return outcomeOf(status)
  },
  async automatic({ developers, random }) {
    const below_eur = Math.floor(random() * 100)
    const { status } = await post(pick(random, developers), '/v1/billing/automatic-topup', {
      ...{ enabled: true, below_eur },
      amount_eur: Math.max(5, below_eur),
    })
    return outcomeOf(status)
  },
  async changeCard({ server, random }) {
    const methods = server.sandbox.stripe.store.all('payment_methods').filter((m) => m.customer)
    if (methods.length === 0) return 'refused'
    const number = pick(random, ['4000000000009995', '4000002760003184', '4242424242424242'])
    return told(server, `payment_methods/${pick(random, methods).id}`, { number })
  },
  async refund({ server, admin, random }) {
    const paid = await server.ctx.db
      .selectFrom('payments')
      .select('id')
      .where('state', '=', 'paid')
      .execute()
    if (paid.length === 0) return 'refused'
    const amount = random() < 0.5 ? {} : { amount_eur: 1 + Math.floor(random() * 300) / 100 }
    const { id } = pick(random, paid)
    const { status } = await post(admin, `/v1/admin/payments/${id}/refund`, {
      reason: 'A run with faults.',
      ...amount,
    })
    return outcomeOf(status)
  },
  async dispute({ server, random }) {
    const { store } = server.sandbox.stripe
    const open = store.all('charges').filter((c) => c.paid && !c.disputed && !c.refunded)
    if (open.length === 0) return 'refused'
    return told(server, 'disputes', { payment_intent: pick(random, open).payment_intent })
  },
  async decide({ server, random }) {
    const { store } = server.sandbox.stripe
    const open = store.all('disputes').filter(({ status }) => status === 'needs_response')
    if (open.length === 0) return 'refused'
    const outcome = random() < 0.5 ? 'won' : 'lost'
    return told(server, `disputes/${pick(random, open).id}`, { outcome })
  },
  async outsideRefund({ server, random }) {
    const { store } = server.sandbox.stripe
    const open = store.all('charges').filter((c) => c.paid && !c.disputed && !c.refunded)
    if (open.length === 0) return 'refused'
    const charge = pick(random, open)
    const refund = {
      paymentIntentId: charge.payment_intent,
      amountCents: 1 + Math.floor(random() * (charge.amount - charge.amount_refunded)),
      metadata: {},
      idempotencyKey: `outside:${random()}`,
    }
    return server.ctx.stripe!.createRefund(refund).then(
      () => 'done' as const,
      (error) => (isUnanswered(error) ? 'unanswered' : 'refused'),
    )
  },
  async reserve({ server, random }) {
    const email = `visitor-${Math.floor(random() * 20)}@example.com`
    const answer = await fetch(`${server.url}/v1/early-access/reservations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    const json = (await answer.json()) as { url: string }
    if (answer.ok) await payAt(json.url, '4242424242424242')
    return outcomeOf(answer.status)
  },
  async onboard({ talents, random }) {
    const { person, talentId } = pick(random, talents)
    const { status, json } = await post(person, '/v1/talent/onboard', { talent_id: talentId })
    if (status === 200) await submit(json.url, papers)
    return outcomeOf(status)
  },
}

/** How often each is chosen. */
const weights: [string, number][] = [
  ['topUp', 30],
  ['automatic', 12],
  ['changeCard', 4],
  ['refund', 14],
  ['dispute', 5],
  ['decide', 5],
  ['outsideRefund', 4],
  ['reserve', 14],
  ['onboard', 12],
]

function choose(random: Random): string {
  let at = random() * weights.reduce((total, [, weight]) => total + weight, 0)
  for (const [name, weight] of weights) {
    at -= weight
    if (at < 0) return name
  }
  return weights[0]![0]
}

/** Performs one operation, chosen by the cast's dice. */
export const performOne = (cast: Cast): Promise<Outcome> => operations[choose(cast.random)]!(cast)

export async function castFor(
  server: PaidServer,
  adminEmail: string,
  random: Random,
): Promise<Cast> {
  return {
    server,
    random,
    admin: await signUp(server, 'admin', adminEmail),
    developers: await Promise.all(Array.from({ length: 8 }, () => signUpWithKey(server))),
    talents: await Promise.all(
      Array.from({ length: 4 }, async () => {
        const person = await signUp(server, 'talent')
        return { person, talentId: await insertTalent(server, person, 'granted') }
      }),
    ),
  }
}

export interface FaultyRun {
  outcomes: Record<Outcome, number>
  report: ProviderReport
  /** From the end of the faults to a state that the auditor explains. */
  settledMs: number
}

/**
 * Performs random operations while the provider drops, delays and fails calls before and after their effect, and
 * webhooks come late, twice, out of order or never; then lets everything end and asks the auditor.
 */
export async function faultyRun(
  server: PaidServer,
  options: { operations: number; atOnce: number; seed: number; adminEmail: string },
): Promise<FaultyRun> {
  const { sandbox } = server
  const cast = await castFor(server, options.adminEmail, seeded(options.seed))
  const rates = { drop: 0.2, delay: 0.2, delay_ms: 20, fail_before: 0.2, fail_after: 0.2 }
  await tell(sandbox, 'faults', { ...rates, fail_kept: 0.01, seed: options.seed })
  const travel = { delay_ms: 5, jitter_ms: 200, duplicate: 0.2, lose: 0.2 }
  await tell(sandbox, 'deliveries', { ...travel, seed: options.seed })
  const outcomes: Record<Outcome, number> = { done: 0, refused: 0, unanswered: 0 }
  let left = options.operations
  await Promise.all(
    Array.from({ length: options.atOnce }, async () => {
      while (left-- > 0) outcomes[await performOne(cast)]++
    }),
  )
  await tell(sandbox, 'faults', {})
  await tell(sandbox, 'deliveries', {})
  const startedMs = performance.now()
  const report = await untilExplained(server)
  return { outcomes, report, settledMs: performance.now() - startedMs }
}

async function untilExplained(server: PaidServer): Promise<ProviderReport> {
  // Open checkouts expire after a day, and events that were lost are fetched each hour.
  server.clock.advance(25 * 3_600_000)
  let last: ProviderReport | null = null
  return waitFor(
    'everything to be explained',
    async () => {
      server.clock.advance(60 * 60_000)
      last = await explainProvider(server.ctx)
      return isExplained(last) ? last : null
    },
    // How long it takes is a figure of bench/provider-faults; a busy machine takes longer.
    300_000,
    1_000,
  ).catch((error) => {
    throw new Error(
      `${error}: ${JSON.stringify(last, (_, v) => (typeof v === 'bigint' ? String(v) : v))}`,
    )
  })
}

const isExplained = (report: ProviderReport): boolean =>
  report.unexplained.length === 0 && report.providerCashMicros === report.ledgerCashMicros
