import { setTimeout as delay } from 'node:timers/promises'
import { promotionEntry } from '@viva-voce/money'
import { postToWallet } from '../../src/domains/wallets/wallets.ts'
import { inTransaction } from '../../src/kit/db.ts'
import { type Cast, castFor, performOne, seeded } from './faulty-run.ts'
import { adminEmail, type KillWorld } from './kill-world.ts'
import { insertVoice } from './rows.ts'
import { pass, sell } from './sales.ts'

/** Calls at which a server is stopped when it makes one in time. */
const calls = [
  ...['POST /v1/customers', 'POST /v1/checkout/sessions', 'GET /v1/checkout/sessions/:id'],
  ...['POST /v1/payment_intents', 'GET /v1/payment_intents', 'GET /v1/payment_intents/:id'],
  ...['POST /v1/refunds', 'GET /v1/refunds', 'GET /v1/refunds/:id', 'GET /v1/disputes/:id'],
  ...['POST /v1/accounts', 'POST /v1/account_links', 'GET /v1/accounts/:id', 'GET /v1/events'],
  ...['POST /v1/transfers', 'GET /v1/transfers', 'POST /v1/payment_intents/:id/cancel'],
]

export interface KillRun {
  kills: number
  /** In the middle of a call of the provider. */
  atCalls: number
  /** Operations that were answered well. */
  acknowledged: number
  transfers: number
}

const atOnce = 6
const longestLifeMs = 400
/** Kills between two looks at whether everything has ended. */
const roundLength = 20

/**
 * Kills the server again and again while people pay, are refunded, dispute and are paid out: at random moments, and in
 * the middle of random calls of the provider. Every twenty kills everything has to end, with nothing lost and nothing done
 * twice. The seed chooses the moments; what runs beside them is not repeated exactly.
 */
export async function killAtRandom(
  world: KillWorld,
  options: { kills: number; seed: number; tell?: (done: number) => void },
): Promise<KillRun> {
  const random = seeded(options.seed)
  const run: KillRun = { kills: 0, atCalls: 0, acknowledged: 0, transfers: 0 }
  while (run.kills < options.kills) {
    const cast = await castFor(world, adminEmail, random)
    await sellSomething(world, cast)
    const most = Math.min(roundLength, options.kills - run.kills)
    await killRound(world, cast, most, run)
    // To another day, and another month at times: what is held is released, and what was released is paid out.
    world.clock.advance((random() < 0.3 ? 30 : 2) * 86_400_000)
    await world.restart()
    run.kills++
    await world.settle(120_000)
    const twice = world.doneTwice()
    if (twice.length > 0) throw new Error(`done twice: ${twice.join(', ')}`)
    options.tell?.(run.kills)
  }
  run.transfers = world.sandbox.stripe.store.all('transfers').length
  return run
}

async function killRound(world: KillWorld, cast: Cast, kills: number, run: KillRun): Promise<void> {
  let killing = true
  const people = Array.from({ length: atOnce }, async () => {
    while (killing) {
      // Nobody answers while there is no server, and what was asked then is asked no more.
      const outcome = await performOne(cast).catch(() => 'unanswered' as const)
      if (outcome === 'done') run.acknowledged++
      if (outcome === 'unanswered') await delay(20)
    }
  })
  for (let kill = 0; kill < kills; kill++) {
    if (await killOnce(world, cast.random)) run.atCalls++
    run.kills++
    await world.start()
  }
  killing = false
  await Promise.all(people)
}

/** True when it was in the middle of a call. */
async function killOnce(world: KillWorld, random: () => number): Promise<boolean> {
  if (random() < 0.4) {
    await delay(random() * longestLifeMs)
    await world.kill()
    return false
  }
  const call = calls[Math.floor(random() * calls.length)]!
  const stopped = world.sandbox.stripe.faults.stopNext(call, random() < 0.5 ? 'before' : 'after')
  const wasReached = await Promise.race([
    stopped.reached.then(() => true),
    delay(3 * longestLifeMs).then(() => false),
  ])
  await world.kill()
  stopped.letGo()
  return wasReached
}

/** Gives every talent of the cast something to be paid for, once they have an account. */
async function sellSomething(world: KillWorld, cast: Cast): Promise<void> {
  const developerId = cast.developers[0]!.developerId!
  await inTransaction(world.ctx.db, (tx) =>
    postToWallet(world.ctx, tx, developerId, promotionEntry(developerId, 100_000_000n)),
  )
  for (const { talentId } of cast.talents) {
    const voiceId = await insertVoice(world, 'ready', talentId)
    const speech = { voiceId, talentId, seconds: 100, pricePerSecondMicros: 200_000n }
    await pass(world, await sell(world, { developerId, ...speech }))
  }
}
