import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { releaseDue } from '../src/domains/escrows/settle.ts'
import { adminEmail, type KillWorld, startKillWorld } from './setup/kill-world.ts'
import { card, papers, payTopUp, postJson, submit, tell, untilPayment } from './setup/payments.ts'
import { signUp, type TestPerson } from './setup/people.ts'
import { insertTalent, insertVoice } from './setup/rows.ts'
import { pass, sell } from './setup/sales.ts'
import { cloneDatabase, testEnvironment } from './setup/test-server.ts'
import { waitFor } from './setup/wait.ts'

// Each scene makes the product call the provider; the server is killed at a named point of it, and another one goes on.

let world: KillWorld
type StoppedCall = ReturnType<KillWorld['sandbox']['stripe']['faults']['stopNext']>
beforeAll(async () => {
  const database = await cloneDatabase()
  world = await startKillWorld(database, (dataDir, settings) =>
    testEnvironment(database.url, dataDir, settings),
  )
})
afterAll(() => world.close())

const newDeveloper = () => signUp(world, 'developer')

async function openTopUp(dev: TestPerson, body: object = { amount_eur: 10 }) {
  return postJson<{ id: string; url: string }>(dev, '/v1/billing/topups', body)
}

async function pay(): Promise<void> {
  await payTopUp(await newDeveloper(), { amount_eur: 10 })
}

async function paid(dev: TestPerson, save_card = false): Promise<string> {
  const { id } = await payTopUp(dev, { amount_eur: 10, save_card })
  await untilPayment(world, id, 'paid')
  return id
}

/** A developer whose saved card is charged as soon as the limit is set. */
async function chargeSavedCard(number?: string): Promise<void> {
  const dev = await newDeveloper()
  await paid(dev, true)
  const { store } = world.sandbox.stripe
  const method = store.all('payment_methods').findLast(({ customer }) => customer)!
  if (number) await tell(world.sandbox, `payment_methods/${method.id}`, { number })
  const setting = { enabled: true, below_eur: 20, amount_eur: 30 }
  await postJson(dev, '/v1/billing/automatic-topup', setting)
}

async function refund(): Promise<void> {
  const id = await paid(await newDeveloper())
  const admin = await signUp(world, 'admin', adminEmail)
  await postJson(admin, `/v1/admin/payments/${id}/refund`, { reason: 'Killed in the middle.' })
}

async function dispute(): Promise<void> {
  const id = await paid(await newDeveloper())
  const row = await world.ctx.db
    .selectFrom('payments')
    .select('payment_intent_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await tell(world.sandbox, 'disputes', { payment_intent: row.payment_intent_id })
}

async function newTalent(): Promise<{ person: TestPerson; talentId: string }> {
  const person = await signUp(world, 'talent')
  return { person, talentId: await insertTalent(world, person, 'granted') }
}

async function onboard(seller?: Seller): Promise<void> {
  const { person, talentId } = seller ?? (await newTalent())
  const body = { talent_id: talentId }
  const { url } = await postJson<{ url: string }>(person, '/v1/talent/onboard', body)
  await submit(url, papers)
}
type Seller = Awaited<ReturnType<typeof newTalent>>

async function connectByOauth(): Promise<void> {
  const { person, talentId } = await newTalent()
  const body = { talent_id: talentId }
  const { url } = await postJson<{ url: string }>(person, '/v1/auth/stripe_oauth/start', body)
  const back = await submit(url, { connect: 'yes' })
  if ('next' in back) await person.fetch(back.next.pathname + back.next.search)
}

/** What is due to a talent who connects an account a day later: the next server pays it. */
async function payOut(): Promise<void> {
  const seller = await newTalent()
  const buyer = await newDeveloper()
  await payTopUp(buyer, { amount_eur: 30 }).then(({ id }) => untilPayment(world, id, 'paid'))
  const sale = await sell(world, {
    developerId: buyer.developerId!,
    ...{ voiceId: await insertVoice(world, 'ready', seller.talentId), talentId: seller.talentId },
    ...{ seconds: 100, pricePerSecondMicros: 200_000n },
  })
  await pass(world, sale)
  await onboard(seller)
  await waitFor('an account that can be paid', async () => {
    const row = await world.ctx.db
      .selectFrom('connected_accounts')
      .select('payouts_enabled')
      .where('talent_id', '=', seller.talentId)
      .executeTakeFirst()
    return row?.payouts_enabled ? true : null
  })
  const now = world.clock.now()
  const payday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 8, 12)
  await world.kill()
  world.clock.advance(payday - now.getTime())
  await releaseDue(world.ctx)
  await world.start()
}

/** Delivers one event of a payment and no other, so that it is the one that is handled. */
async function payByEvent(type: string): Promise<void> {
  await tell(world.sandbox, 'deliveries', { lose: 1 })
  await pay()
  await tell(world.sandbox, 'deliveries', {})
  const event = world.sandbox.stripe.store.all('events').findLast((each) => each.type === type)!
  await tell(world.sandbox, `events/${event.id}/deliver`)
}

/** What makes the product call the provider. */
const scenes: Record<string, () => Promise<unknown>> = {
  'POST /v1/customers': pay,
  'POST /v1/checkout/sessions': pay,
  'GET /v1/checkout/sessions/:id': () => payByEvent('checkout.session.completed'),
  'GET /v1/payment_intents/:id': () => payByEvent('payment_intent.succeeded'),
  'POST /v1/payment_intents': () => chargeSavedCard(),
  'POST /v1/payment_intents/:id/cancel': () => chargeSavedCard('4000000000009995'),
  'POST /v1/refunds': refund,
  'GET /v1/refunds/:id': refund,
  'GET /v1/disputes/:id': dispute,
  'POST /v1/accounts': () => onboard(),
  'POST /v1/account_links': () => onboard(),
  'GET /v1/accounts/:id': () => onboard(),
  'POST /oauth/token': connectByOauth,
  'POST /v1/transfers': payOut,
  'GET /v1/events': () => world.restart(),
}

/** Asked only when the answer to another call was lost, so the server is killed at both. */
const afterLost: [call: string, lost: string][] = [
  ['GET /v1/payment_intents', 'POST /v1/payment_intents'],
  ['GET /v1/refunds', 'POST /v1/refunds'],
  ['GET /v1/transfers', 'POST /v1/transfers'],
]

const places = ['before', 'after'] as const

test.each(Object.keys(scenes).flatMap((call) => places.map((at) => [at, call] as const)))(
  'a kill %s the provider does %s loses nothing and does nothing twice',
  async (at, call) => {
    await killAt(call, at, scenes[call]!)
    await expectEverythingEnded()
  },
  90_000,
)

test.each(afterLost.flatMap(([call, lost]) => places.map((at) => [at, call, lost] as const)))(
  'a second kill %s %s, which looks for what %s has done, does nothing twice',
  async (at, call, lost) => {
    await killAt(lost, 'after', scenes[lost]!, () => {
      const next = world.sandbox.stripe.faults.stopNext(call, at)
      // Due now: what has had no answer is looked at again after some minutes.
      world.clock.advance(20 * 60_000)
      return next
    })
    await expectEverythingEnded()
  },
  90_000,
)

test.each([
  ['GET /v1/checkout/sessions/:id', 'ledger_postings', 'a payment'],
  ['POST /v1/payment_intents', 'ledger_postings', 'an automatic top-up'],
  ['POST /v1/refunds', 'ledger_postings', 'a refund'],
  ['GET /v1/disputes/:id', 'ledger_postings', 'a dispute'],
  ['POST /v1/transfers', 'ledger_postings', 'a payout'],
  ['GET /v1/checkout/sessions/:id', 'provider_events', 'an event whose payment is posted'],
])(
  'a kill between the answer to %s and the commit in %s of %s posts it once',
  async (call, table) => {
    const stopped = world.sandbox.stripe.faults.stopNext(call, 'after')
    const playing = scenes[call]!()
    await reached(stopped, playing)
    await killWhileWritingTo(table, () => stopped.letGo())
    await playing.catch(() => null)
    await world.start()
    await expectEverythingEnded()
  },
  90_000,
)

test('a kill before an event is in the inbox loses no event', async () => {
  const { id } = await openAndPayWhile(() => killWhileWritingTo('provider_events', () => {}))
  await world.start()
  await untilPayment(world, id, 'paid')
  await expectEverythingEnded()
}, 90_000)

test('a kill as soon as an event is in the inbox loses no event', async () => {
  const before = await countEvents()
  const { id } = await openAndPayWhile(async () => {
    await waitFor('an event', async () => ((await countEvents()) > before ? true : null), 20_000, 2)
    await world.kill()
  })
  await world.start()
  await untilPayment(world, id, 'paid')
  await expectEverythingEnded()
}, 90_000)

test('over all kills nobody was charged, refunded or paid twice', () => {
  expect(world.kills).toBeGreaterThanOrEqual(50)
  expect(world.doneTwice()).toEqual([])
  const { store } = world.sandbox.stripe
  for (const name of ['payment_intents', 'refunds', 'transfers'] as const) {
    expect(store.all(name).length, name).toBeGreaterThan(0)
  }
})

async function openAndPayWhile(kill: () => Promise<void>): Promise<{ id: string }> {
  const opened = await openTopUp(await newDeveloper())
  const killed = kill()
  await submit(opened.url, card('4242424242424242'))
  await killed
  return opened
}

async function countEvents(): Promise<number> {
  const rows = await world.ctx.db.selectFrom('provider_events').select('event_id').execute()
  return rows.length
}

/** Kills the server at a call, then at what `next` stops it at; each time another one goes on. */
async function killAt(
  call: string,
  at: 'before' | 'after',
  scene: () => Promise<unknown>,
  next?: () => StoppedCall,
): Promise<void> {
  const stopped = world.sandbox.stripe.faults.stopNext(call, at)
  const playing = scene()
  await reached(stopped, playing)
  await world.kill()
  stopped.letGo()
  const again = next?.()
  const started = world.start()
  if (again) {
    await again.reached
    await started
    await world.kill()
    again.letGo()
    await world.start()
  }
  await started
  await playing.catch(() => null)
}

/** Waits for the call that was to be stopped; a scene that fails before it is told. After it nobody may be answered. */
const reached = (stopped: StoppedCall, playing: Promise<unknown>): Promise<void> =>
  Promise.race([stopped.reached, playing.then(() => stopped.reached)])

/** Keeps every writer of a table waiting, and kills the server once it does. */
async function killWhileWritingTo(table: string, letGo: () => void): Promise<void> {
  await world.ctx.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
    letGo()
    await waitFor('the server to wait for the lock', async () => {
      const { rows } = await sql`
        select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where not l.granted and l.relation = ${table}::regclass and a.datname = current_database()`.execute(
        world.ctx.db,
      )
      return rows.length > 0 ? true : null
    })
    await world.kill()
  })
}

async function expectEverythingEnded(): Promise<void> {
  await world.settle()
  expect(world.doneTwice()).toEqual([])
}
