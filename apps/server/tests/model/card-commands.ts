import fc from 'fast-check'
import { topUpAutomatically } from '../../src/domains/payments/automatic.ts'
import { openTopUp } from '../../src/domains/payments/checkout.ts'
import { setAutomaticTopUp } from '../../src/domains/payments/customers.ts'
import { onCheckout, onDispute, onPayment, onRefund } from '../../src/domains/payments/on-event.ts'
import { refundPayment } from '../../src/domains/payments/refunds.ts'
import { sweepPayments } from '../../src/domains/payments/sweep.ts'
import { TryLater } from '../../src/kit/try-later.ts'
import * as model from './cards.ts'
import { anyOne, placeOf, weighted } from './command.ts'
import { hourMs } from './rules.ts'
import type { State } from './state.ts'
import { outcomeOf, type World } from './world.ts'

const developer = fc.nat({ max: 3 })
/** Mostly little, so that wallets run dry. */
const cents = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(500, 1_000) },
  { weight: 4, arbitrary: fc.integer({ min: 500, max: 5_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 500, max: 20_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 500, max: 100_000 }) },
)
/** Whether the provider's event arrives, or is heard of later or never. */
const isTold = fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false))
const answer = (...others: model.Answer[]): fc.Arbitrary<model.Answer> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant('given' as const) }, fc.constantFrom(...others))

const intentOf = (world: World, payment: number): string =>
  world.provider.payments.find(
    ({ metadata }) => metadata.payment_id === world.payments[payment]!.id,
  )!.paymentIntentId

async function open(
  world: World,
  topUp: { developer: number; cents: number; savesCard: boolean },
): Promise<string> {
  const { cents: amountCents, savesCard } = topUp
  const developerId = world.developers[topUp.developer]!
  const order = { amountEur: amountCents / 100, savesCard }
  const { id, url } = await openTopUp(world.ctx, developerId, order)
  world.payments.push({ id, sessionId: new URL(url).pathname.slice(1) })
  return 'done'
}

const toldOfPayment = (world: World, payment: number): Promise<string> =>
  outcomeOf(() => onCheckout(world.ctx, world.payments[payment]!.sessionId!))

const openPage = weighted({
  ...{
    name: 'open page',
    weight: 3,
    raw: fc.record({ developer, cents, savesCard: fc.boolean() }),
  },
  aim: (_, topUp) => topUp,
  expect: model.openTopUp,
  act: open,
})

const topUp = weighted({
  ...{ name: 'top up', weight: 12 },
  raw: fc.record({ developer, cents, savesCard: fc.boolean(), isTold }),
  aim: (state, raw) => ({ ...raw, payment: state.payments.length }),
  expect(state, { payment, isTold: isSeen, ...order }) {
    model.openTopUp(state, order)
    model.pay(state, state.payments[payment]!)
    return isSeen ? model.seePayment(state, state.payments[payment]!) : 'done'
  },
  async act(world, { payment, isTold: isSeen, ...order }) {
    await open(world, order)
    world.provider.pay(world.payments[payment]!.sessionId!)
    return isSeen ? toldOfPayment(world, payment) : 'done'
  },
})

const payPage = weighted({
  ...{ name: 'pay page', weight: 3, raw: fc.record({ which: anyOne, isTold }) },
  aim(state, { which, isTold: isSeen }) {
    const payment = placeOf(state.payments, which, (each) => model.isPayable(state, each))
    return payment === null ? null : { payment, isSeen }
  },
  expect(state, { payment, isSeen }) {
    model.pay(state, state.payments[payment]!)
    return isSeen ? model.seePayment(state, state.payments[payment]!) : 'done'
  },
  async act(world, { payment, isSeen }) {
    world.provider.pay(world.payments[payment]!.sessionId!)
    return isSeen ? toldOfPayment(world, payment) : 'done'
  },
})

/** An event about a payment, early, late or once more. */
const eventOfPayment = weighted({
  ...{
    name: 'event of a payment',
    weight: 4,
    raw: fc.record({ which: anyOne, isAboutPage: fc.boolean() }),
  },
  aim(state, { which, isAboutPage }) {
    const fits = ({ purpose, provider }: State['payments'][number]) =>
      isAboutPage ? purpose === 'top_up' : provider === 'paid'
    const payment = placeOf(state.payments, which, fits)
    return payment === null ? null : { payment, isAboutPage }
  },
  expect: (state, { payment }) => model.seePayment(state, state.payments[payment]!),
  act: (world, { payment, isAboutPage }) =>
    isAboutPage
      ? toldOfPayment(world, payment)
      : outcomeOf(() => onPayment(world.ctx, intentOf(world, payment))),
})

const setAutomatic = weighted({
  ...{ name: 'set automatic top-up', weight: 3 },
  raw: fc.record({
    ...{ developer, cents, belowCents: fc.integer({ min: 0, max: 3_000 }) },
    isOn: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
  }),
  aim: (_, set) => set,
  expect: model.setAutomatic,
  act: (world, set) =>
    outcomeOf(() =>
      setAutomaticTopUp(world.ctx, world.developers[set.developer]!, {
        ...{ enabled: set.isOn, belowEur: set.belowCents / 100, amountEur: set.cents / 100 },
      }),
    ),
})

const topUpAll = weighted({
  ...{ name: 'automatic top-ups', weight: 5, raw: answer('refused', 'lost before', 'lost after') },
  aim: (_, how) => how,
  expect: model.topUpAutomatically,
  async act(world, how) {
    await world.withAnswer(how, () => topUpAutomatically(world.ctx))
    const made = await world.ctx.db
      .selectFrom('payments')
      .select('id')
      .where('created_at', '=', world.ctx.clock.now())
      .orderBy('developer_id')
      .execute()
    for (const { id } of made) world.payments.push({ id, sessionId: null })
    return 'done'
  },
})

const refundCard = weighted({
  ...{ name: 'refund to the card', weight: 7 },
  raw: fc.record({
    which: anyOne,
    cents: fc.oneof(fc.constant(null), fc.constant(null), cents, fc.integer({ min: 1, max: 100 })),
    how: answer('pending', 'refused', 'lost before', 'lost after'),
  }),
  aim(state, raw) {
    const payment = placeOf(state.payments, raw.which)
    return payment === null ? null : { payment, cents: raw.cents, answer: raw.how }
  },
  expect: model.refundCard,
  act: (world, aim) =>
    world.withAnswer(aim.answer, () =>
      outcomeOf(async () => {
        const amountMicros = aim.cents === null ? null : BigInt(aim.cents) * 10_000n
        const paymentId = world.payments[aim.payment]!.id
        const asked = { paymentId, amountMicros, reason: 'asked', requestedBy: 'model' }
        const { id } = await refundPayment(world.ctx, asked)
        world.refunds.push({ id })
      }),
    ),
})

function providerIdOf(world: World, place: number): string {
  const refund = world.refunds[place]!
  if ('providerId' in refund) return refund.providerId
  return world.provider.refunds.find(({ metadata }) => metadata.refund_id === refund.id)!.refundId
}

/** A refund of more than was paid is left to a later try, when ours has failed. */
async function toldOfRefund(world: World, refund: number): Promise<string> {
  try {
    return await outcomeOf(() => onRefund(world.ctx, providerIdOf(world, refund)))
  } catch (error) {
    if (error instanceof TryLater) return 'later'
    throw error
  }
}

const settleRefund = weighted({
  ...{ name: 'bank settles a refund', weight: 4 },
  raw: fc.record({ which: anyOne, isLost: fc.boolean(), isTold }),
  aim(state, raw) {
    const outcome = raw.isLost ? ('failed' as const) : ('succeeded' as const)
    const from = raw.isLost ? ['pending', 'succeeded'] : ['pending']
    const fits = ({ provider }: State['refunds'][number]) => from.includes(provider)
    const refund = placeOf(state.refunds, raw.which, fits)
    return refund === null ? null : { refund, outcome, isSeen: raw.isTold }
  },
  expect(state, { refund, outcome, isSeen }) {
    model.settleAtProvider(state, state.refunds[refund]!, outcome)
    return isSeen ? model.seeRefund(state, state.refunds[refund]!) : 'done'
  },
  async act(world, { refund, outcome, isSeen }) {
    world.provider.settleRefund(providerIdOf(world, refund), outcome)
    return isSeen ? toldOfRefund(world, refund) : 'done'
  },
})

const refundOutside = weighted({
  ...{ name: 'refund in the dashboard', weight: 2 },
  raw: fc.record({ which: anyOne, part: fc.constantFrom(1, 2, 3), isTold }),
  aim(state, raw) {
    const left = (place: number) => Math.floor(model.leftAtProvider(state, place) / raw.part)
    const fits = ({ provider }: State['payments'][number], place: number) =>
      provider === 'paid' && left(place) > 0
    const payment = placeOf(state.payments, raw.which, fits)
    return payment === null ? null : { payment, cents: left(payment), isSeen: raw.isTold }
  },
  expect(state, aim) {
    model.refundOutside(state, aim.payment, aim.cents)
    return aim.isSeen ? model.seeRefund(state, state.refunds.at(-1)!) : 'done'
  },
  async act(world, aim) {
    world.provider.refundOutside(intentOf(world, aim.payment), aim.cents)
    world.refunds.push({ providerId: world.provider.refunds.at(-1)!.refundId })
    return aim.isSeen ? toldOfRefund(world, world.refunds.length - 1) : 'done'
  },
})

const eventOfRefund = weighted({
  ...{ name: 'event of a refund', weight: 3, raw: anyOne },
  aim: (state, which) => placeOf(state.refunds, which, ({ provider }) => provider !== 'none'),
  expect: (state, refund) => model.seeRefund(state, state.refunds[refund]!),
  act: toldOfRefund,
})

const toldOfDispute = (world: World, dispute: number): Promise<string> =>
  outcomeOf(() => onDispute(world.ctx, world.provider.disputes[dispute]!.disputeId))

const dispute = weighted({
  ...{ name: 'dispute', weight: 5, raw: fc.record({ which: anyOne, isTold }) },
  aim(state, raw) {
    const payment = placeOf(
      state.payments,
      raw.which,
      ({ provider }, place) =>
        provider === 'paid' && !state.disputes.some((each) => each.payment === place),
    )
    return payment === null ? null : { payment, isSeen: raw.isTold, dispute: state.disputes.length }
  },
  expect(state, aim) {
    model.openDispute(state, aim.payment)
    return aim.isSeen ? model.seeDispute(state, aim.dispute) : 'done'
  },
  async act(world, aim) {
    world.provider.dispute(intentOf(world, aim.payment))
    return aim.isSeen ? toldOfDispute(world, aim.dispute) : 'done'
  },
})

const closeDispute = weighted({
  ...{
    name: 'dispute ends',
    weight: 3,
    raw: fc.record({ which: anyOne, isWon: fc.boolean(), isTold }),
  },
  aim(state, raw) {
    const place = placeOf(state.disputes, raw.which, ({ provider }) => provider === 'open')
    const outcome = raw.isWon ? ('won' as const) : ('lost' as const)
    return place === null ? null : { dispute: place, outcome, isSeen: raw.isTold }
  },
  expect(state, aim) {
    model.closeDispute(state, state.disputes[aim.dispute]!, aim.outcome)
    return aim.isSeen ? model.seeDispute(state, aim.dispute) : 'done'
  },
  async act(world, aim) {
    const { disputeId } = world.provider.disputes[aim.dispute]!
    world.provider.closeDispute(disputeId, aim.outcome)
    return aim.isSeen ? toldOfDispute(world, aim.dispute) : 'done'
  },
})

const eventOfDispute = weighted({
  ...{ name: 'event of a dispute', weight: 2, raw: anyOne },
  aim: (state, which) => placeOf(state.disputes, which),
  expect: model.seeDispute,
  act: toldOfDispute,
})

/** Longer than the longest pause between two looks at what is open. */
const pauseMs = 6 * hourMs + 1

export const sweep = weighted({
  ...{ name: 'look at what is open', weight: 3, raw: fc.constant(null), aim: () => 'all' },
  expect(state) {
    state.now += pauseMs
    return model.sweep(state)
  },
  act(world) {
    world.tick(pauseMs)
    return outcomeOf(async () => {
      while ((await sweepPayments(world.ctx)) > 0);
    })
  },
})

export const cardCommands = [
  ...[topUp, openPage, payPage, eventOfPayment, setAutomatic, topUpAll, refundCard],
  ...[settleRefund, refundOutside, eventOfRefund, dispute, closeDispute, eventOfDispute, sweep],
]
