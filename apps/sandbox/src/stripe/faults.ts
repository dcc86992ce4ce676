import { z } from 'zod'
import { seededRandom } from './random.ts'

const rate = z.number().min(0).max(1).default(0)

/** How often a call of the API goes wrong, each kind from 0 to 1; 20 % of each is `0.2` four times. */
export const faultRates = z.strictObject({
  /** The connection breaks: half of the time before the call took effect, half of the time after. */
  drop: rate,
  /** The answer comes `delay_ms` late. */
  delay: rate,
  delay_ms: z.int().min(0).max(600_000).default(1_000),
  /** 500, and nothing happened. */
  fail_before: rate,
  /** 500, though it happened; the same key gets the true answer at the next try. */
  fail_after: rate,
  /** 500, though it happened, and the same key gets this 500 for ever, as Stripe's documentation warns. */
  fail_kept: rate,
  seed: z.int().default(1),
})
export type FaultRates = z.infer<typeof faultRates>

/** What happens to one call. */
export interface Fault {
  delayMs: number
  before: 'drop' | 'fail' | null
  after: 'drop' | 'fail' | 'fail_kept' | null
}

/** A call that is stopped where a test wants it: reached, and neither answered nor lost until let go. */
export interface StoppedCall {
  reached: Promise<void>
  /** Lets the call go on, or the next one pass when none has come. */
  letGo(): void
}

interface Stop {
  call: string
  at: 'before' | 'after'
  reach(): void
  gone: Promise<void>
}

/** The fault switch. Dice come from a seed, so that a run that fails can be run again. */
export class Faults {
  #rates = faultRates.parse({})
  #random = seededRandom(1)
  readonly #stops: Stop[] = []

  set(rates: FaultRates): void {
    this.#rates = rates
    this.#random = seededRandom(rates.seed)
  }

  rates(): FaultRates {
    return this.#rates
  }

  /** Throws the dice for a call; the kinds are independent of each other. */
  throw(): Fault {
    const rates = this.#rates
    const falls = (chance: number) => this.#random() < chance
    const delayMs = falls(rates.delay) ? rates.delay_ms : 0
    const drops = falls(rates.drop)
    const dropsEarly = falls(0.5)
    const failsBefore = falls(rates.fail_before)
    const failsAfter = falls(rates.fail_after)
    const failsKept = falls(rates.fail_kept)
    return {
      delayMs,
      before: drops && dropsEarly ? 'drop' : failsBefore ? 'fail' : null,
      after: drops ? 'drop' : failsKept ? 'fail_kept' : failsAfter ? 'fail' : null,
    }
  }

  /** Stops the next call such as `POST /v1/refunds`, before or after it takes effect. */
  stopNext(call: string, at: 'before' | 'after'): StoppedCall {
    const reached = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<void>()
    const stop = { call, at, reach: reached.resolve, gone: gone.promise }
    this.#stops.push(stop)
    const letGo = () => {
      const index = this.#stops.indexOf(stop)
      if (index !== -1) this.#stops.splice(index, 1)
      gone.resolve()
    }
    return { reached: reached.promise, letGo }
  }

  /** Waits where a stop was set. */
  async pass(call: string, at: 'before' | 'after'): Promise<void> {
    const index = this.#stops.findIndex((stop) => stop.call === call && stop.at === at)
    if (index === -1) return
    const [stop] = this.#stops.splice(index, 1)
    stop!.reach()
    await stop!.gone
  }
}
