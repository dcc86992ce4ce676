import { createHash } from 'node:crypto'
import type { Usage } from '@viva-voce/contract'
import fc from 'fast-check'
import { refundByOperator } from '../../src/domains/escrows/correct.ts'
import { recordVerification } from '../../src/domains/escrows/record-verification.ts'
import { refundLongFrozen, refundUnchecked, releaseDue } from '../../src/domains/escrows/settle.ts'
import { abandon, giveUp } from '../../src/domains/syntheses/abandon.ts'
import { begin } from '../../src/domains/syntheses/begin.ts'
import { complete } from '../../src/domains/syntheses/complete.ts'
import { estimateCharge, voiceAndTerms } from '../../src/domains/syntheses/pricing.ts'
import { changeConsent } from '../../src/domains/talents/consent.ts'
import { inTransaction } from '../../src/kit/db.ts'
import { anyOne, placeOf, weighted } from './command.ts'
import { dayMs, hourMs, priceOf, type SoldUsage, usages } from './rules.ts'
import * as model from './sales.ts'
import type { State } from './state.ts'
import { outcomeOf, type World } from './world.ts'

const developer = fc.nat({ max: 3 })
const longestSeconds = 900
const seconds = fc.oneof(
  fc.integer({ min: 1, max: 30 }),
  fc.integer({ min: 1, max: longestSeconds }),
)
/** Who spends all that there is meets refusals, debts and disputes that the wallet cannot cover. */
const isGreedy = fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, fc.constant(true))
const usage = fc.constantFrom(...(Object.keys(usages) as SoldUsage[]))
const voice = fc.nat({ max: 5 })
/** How long the speech is beside its estimate, and how many odd samples longer. */
const length = {
  rateHz: fc.constantFrom(22_050, 24_000),
  percent: fc.constantFrom(0, 50, 97, 100, 103, 200),
  odd: fc.nat({ max: 23_999 }),
}

/** Checks, prices and holds as a call does. */
async function start(world: World, order: model.Order, key: string, text: string): Promise<string> {
  const { ctx } = world
  let outcome = 'done'
  const refusal = await outcomeOf(async () => {
    const developerId = world.developers[order.developer]!
    const { voice: found, terms } = await voiceAndTerms(ctx, developerId, {
      voice_id: world.voices[order.voice]!,
      usage: order.usage as Usage,
    })
    const { netMicros, vatMicros } = estimateCharge(terms, order.estimateSeconds)
    const begun = await inTransaction(ctx.db, (tx) =>
      begin(ctx, tx, {
        request: {
          ...{ text, voice_id: found.id, usage: order.usage },
          ...{ format: 'wav', speed: 1, stream: false },
        },
        buyer: { developerId, apiKeyId: null, idempotencyKey: key },
        ...{ voice: found, terms, holdMicros: netMicros + vatMicros, askedPauseSeconds: 0 },
        hash: createHash('sha256').update(text).digest(),
      }),
    )
    if (begun.kind === 'finished') outcome = 'finished'
    else world.syntheses.push({ ...begun, usage: order.usage, text })
  })
  return refusal === 'done' ? outcome : refusal
}

async function finish(world: World, { synthesis, samples, rateHz }: model.Spoken): Promise<string> {
  const { ctx } = world
  const begun = world.syntheses[synthesis]!
  const audio = { audio: new Uint8Array(8), contentType: 'audio/wav', marks: [] }
  return outcomeOf(async () => {
    try {
      await complete(ctx, begun, { ...audio, sampleCount: samples, sampleRateHz: rateHz })
      world.completed.push(begun)
    } catch (error) {
      await giveUp(ctx, begun, error)
      throw error
    }
  })
}

/** Spends what is in the wallet on the dearest talent that may speak; the order as it is otherwise. */
function asLongAsPaid(state: State, order: model.Order & { isGreedy: boolean }): model.Order {
  if (!order.isGreedy) return order
  const voice = state.talents[1]!.consents ? 2 : 1
  const { balance, held, vat: customer } = state.developers[order.developer]!
  const { net, vat } = priceOf({
    ...{ samples: longestSeconds, rateHz: 1, usage: 'broadcast' },
    ...{ pricePerSecond: state.voices[voice]!.pricePerSecond, vatRate: customer.rate },
  })
  const affordable = Number(((balance - held) * BigInt(longestSeconds)) / (net + vat))
  const estimateSeconds = Math.min(Math.max(affordable, 1), longestSeconds)
  return { ...order, voice, usage: 'broadcast', estimateSeconds }
}

const keyOf = (synthesis: number): string => `key-${synthesis}`
const textOf = (order: model.Order): string => JSON.stringify(order)
const samplesOf = (of: { rateHz: number; percent: number; odd: number }, estimate: number) =>
  Math.floor((estimate * of.rateHz * of.percent) / 100) + of.odd

const synthesize = weighted({
  name: 'synthesize',
  weight: 30,
  raw: fc.record({ developer, voice, usage, estimateSeconds: seconds, isGreedy, ...length }),
  aim: (state, raw) => ({
    ...{ ...raw, ...asLongAsPaid(state, raw) },
    synthesis: state.syntheses.length,
  }),
  expect(state, aim) {
    const held = model.begin(state, aim)
    const samples = samplesOf(aim, aim.estimateSeconds)
    return held === 'done' ? model.complete(state, { ...aim, samples }) : held
  },
  async act(world, aim) {
    const held = await start(world, aim, keyOf(aim.synthesis), textOf(aim))
    const samples = samplesOf(aim, aim.estimateSeconds)
    return held === 'done' ? finish(world, { ...aim, samples }) : held
  },
})

const hold = weighted({
  name: 'hold',
  weight: 6,
  raw: fc.record({ developer, voice, usage, estimateSeconds: seconds }),
  aim: (state, raw) => ({
    ...raw,
    synthesis: state.syntheses.length,
  }),
  expect: (state, aim) => model.begin(state, aim),
  act: (world, aim) => start(world, aim, keyOf(aim.synthesis), textOf(aim)),
})

const isSpeaking = ({ state }: State['syntheses'][number]) => state === 'speaking'

const charge = weighted({
  name: 'charge',
  weight: 6,
  raw: fc.record({ which: anyOne, seconds, ...length }),
  aim(state, raw) {
    const synthesis = placeOf(state.syntheses, raw.which, isSpeaking)
    return synthesis === null
      ? null
      : { synthesis, rateHz: raw.rateHz, samples: samplesOf(raw, raw.seconds) }
  },
  expect: model.complete,
  act: finish,
})

const fail = weighted({
  name: 'fail',
  weight: 4,
  raw: fc.record({ which: anyOne, isAgain: fc.nat({ max: 9 }) }),
  aim: (state, { which, isAgain }) =>
    placeOf(state.syntheses, which, isAgain === 0 ? () => true : isSpeaking),
  expect: model.fail,
  act: async (world, synthesis) =>
    (await abandon(world.ctx, world.syntheses[synthesis]!.synthesisId, 'engine_failed'))
      ? 'done'
      : 'nothing',
})

const repeat = weighted({
  name: 'repeat',
  weight: 2,
  raw: anyOne,
  aim: (state, which) => placeOf(state.syntheses, which, ({ state: at }) => at !== 'failed'),
  expect: model.repeat,
  async act(world, synthesis) {
    const { text } = world.syntheses[synthesis]!
    return start(world, JSON.parse(text) as model.Order, keyOf(synthesis), text)
  },
})

const check = fc.oneof({ weight: 12, arbitrary: fc.constant(true) }, fc.constant(false))

const verify = weighted({
  name: 'verify',
  weight: 26,
  raw: fc.record({ which: anyOne, watermark: check, scan: check, isAgain: fc.nat({ max: 9 }) }),
  aim(state, { which, watermark, scan, isAgain }) {
    const fits = ({ checks }: State['escrows'][number]) => isAgain === 0 || checks === null
    const escrow = placeOf(state.escrows, which, fits)
    return escrow === null ? null : { escrow, watermark, scan }
  },
  expect: (state, { escrow, watermark, scan }) => model.verify(state, escrow, watermark, scan),
  act: (world, { escrow, watermark, scan }) =>
    outcomeOf(async () => {
      const synthesisId = world.completed[escrow]!.synthesisId
      await inTransaction(world.ctx.db, (tx) =>
        recordVerification(world.ctx, tx, {
          ...{ synthesisId, watermarkPassed: watermark, scanPassed: scan },
          findings: {
            ...{ expectedPayload: 1, unchanged: true, scan: { passed: scan, signals: [] } },
            watermark: { payload: watermark ? 1 : null, score: 20, explanation: 'played' },
          },
        }),
      )
    }),
})

const consent = (name: 'freeze' | 'thaw', weight: number) =>
  weighted({
    ...{ name, weight, raw: fc.nat({ max: 2 }), aim: (_: State, talent: number) => talent },
    expect: (state, talent) => model.consent(state, talent, name === 'thaw'),
    act: (world, talent) =>
      outcomeOf(() => {
        const { id: talentId, viewer: actor } = world.talents[talent]!
        const to = name === 'thaw' ? ('granted' as const) : ('revoked' as const)
        return inTransaction(world.ctx.db, (tx) =>
          changeConsent(world.ctx, tx, { talentId, consent: to, actor, ip: '127.0.0.1' }),
        )
      }),
  })

const release = weighted({
  ...{ name: 'release', weight: 8, raw: fc.constant(null), aim: () => 'all' },
  expect: model.release,
  act: (world) => outcomeOf(() => releaseDue(world.ctx)),
})

const refundOverdue = weighted({
  ...{ name: 'refund overdue', weight: 3, raw: fc.constant(null), aim: () => 'all' },
  expect: model.refundOverdue,
  act: (world) =>
    outcomeOf(async () => {
      await refundLongFrozen(world.ctx)
      await refundUnchecked(world.ctx)
    }),
})

const refund = weighted({
  ...{ name: 'refund', weight: 5, raw: anyOne },
  aim: (state, which) => placeOf(state.escrows, which),
  expect: model.refundByOperator,
  act: (world, escrow) =>
    outcomeOf(() =>
      inTransaction(world.ctx.db, (tx) =>
        refundByOperator(world.ctx, tx, world.completed[escrow]!.paymentIntentId, 'asked'),
      ),
    ),
})

/** From a moment to a month, so that holds, freezes and months end at all distances. */
const clock = weighted({
  ...{ name: 'clock', weight: 9 },
  raw: fc.oneof(
    ...[60_000, hourMs, dayMs, 3 * dayMs, 8 * dayMs, 31 * dayMs].map((max) => fc.nat({ max })),
    fc.constantFrom(dayMs, 7 * dayMs, 30 * dayMs),
  ),
  aim: (_, ms) => ms,
  expect(state, ms) {
    state.now += ms
    return 'done'
  },
  async act(world, ms) {
    world.tick(ms)
    return 'done'
  },
})

export const saleCommands = [
  ...[synthesize, hold, charge, fail, repeat, verify, consent('freeze', 2), consent('thaw', 4)],
  ...[release, refundOverdue, refund, clock],
]
