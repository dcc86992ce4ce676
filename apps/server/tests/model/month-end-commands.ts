import fc from 'fast-check'
import { closeMonths } from '../../src/domains/invoices/month-end.ts'
import { onTransferReversed, runPayouts } from '../../src/domains/payouts/run.ts'
import { foldActivity } from '../../src/domains/usage/activity.ts'
import type { Answer } from './cards.ts'
import { anyOne, placeOf, weighted } from './command.ts'
import * as model from './month-end.ts'
import { customers } from './rules.ts'
import { moveTo, openAccount, outcomeOf } from './world.ts'

const payout = weighted({
  ...{ name: 'payout', weight: 9 },
  raw: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Answer>('given') },
    fc.constantFrom<Answer>('refused', 'lost before', 'lost after'),
  ),
  aim: (_, answer) => answer,
  expect: model.runPayouts,
  act: (world, answer) => world.withAnswer(answer, () => outcomeOf(() => runPayouts(world.ctx))),
})

const reverse = weighted({
  ...{ name: 'payout reversed', weight: 1, raw: anyOne },
  aim(state, which) {
    const place = placeOf(state.payouts, which, (each) => each.state === 'paid')
    if (place === null) return null
    const { talent } = state.payouts[place]!
    const nth = state.payouts.slice(0, place).filter((each) => each.talent === talent).length
    return { place, talent, nth }
  },
  expect: (state, { place }) => model.reverse(state, state.payouts[place]!),
  async act(world, { talent, nth }) {
    const { transfer_id: transferId } = await world.ctx.db
      .selectFrom('payouts')
      .select('transfer_id')
      .where('talent_id', '=', world.talents[talent]!.id)
      .orderBy('id')
      .offset(nth)
      .limit(1)
      .executeTakeFirstOrThrow()
    world.provider.reverse(transferId!)
    return outcomeOf(() => onTransferReversed(world.ctx, transferId!))
  },
})

const monthEnd = weighted({
  ...{ name: 'month end', weight: 6, raw: fc.constant(null), aim: () => 'all' },
  expect: model.closeMonths,
  act: (world) => outcomeOf(() => closeMonths(world.ctx)),
})

const move = weighted({
  ...{ name: 'move', weight: 1 },
  raw: fc.record({
    developer: fc.nat({ max: 3 }),
    customer: fc.nat({ max: customers.length - 1 }),
  }),
  aim: (_, raw) => raw,
  expect(state, { developer, customer }) {
    state.developers[developer]!.vat = customers[customer]!
    return 'done'
  },
  act: (world, { developer, customer }) => outcomeOf(() => moveTo(world, developer, customer)),
})

const connect = weighted({
  ...{ name: 'connect an account', weight: 1, raw: fc.constant(null) },
  aim: (state) => placeOf(state.talents, 0, ({ hasAccount }) => !hasAccount),
  expect(state, talent) {
    state.talents[talent]!.hasAccount = true
    return 'done'
  },
  act: (world, talent) => outcomeOf(() => openAccount(world, talent)),
})

const fold = weighted({
  ...{ name: 'fold roll-ups', weight: 2, raw: fc.constant(null), aim: () => 'all' },
  expect: () => 'done',
  act: (world) => outcomeOf(() => foldActivity(world.ctx)),
})

export const monthEndCommands = [payout, reverse, monthEnd, move, connect, fold]
