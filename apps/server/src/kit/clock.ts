import type { Logger } from './logger.ts'

/** The product's time: holds, months, expiries. Leases and heartbeats use the database's own time instead. */
export interface Clock {
  now(): Date
  stop(): void
}

export const systemClock: Clock = { now: () => new Date(), stop() {} }

/** A clock that a test or the seed moves by hand. */
export function manualClock(start: Date): Clock & { advance(ms: number): void } {
  let ms = start.getTime()
  return {
    now: () => new Date(ms),
    stop() {},
    advance(by) {
      if (by < 0) throw new RangeError('time only moves forward')
      ms += by
    },
  }
}

const pollMs = 500

/**
 * Follows a time server that answers `{ "offset_ms": number }`: system time plus that offset.
 * Keeps the last offset when the server does not answer; never runs backwards.
 * Throws when the first answer cannot be had, since guessing the time would misdate money.
 */
export async function followingClock(url: string, logger: Logger): Promise<Clock> {
  let offsetMs = await fetchOffset(url)
  const timer = setInterval(async () => {
    try {
      offsetMs = Math.max(offsetMs, await fetchOffset(url))
    } catch (error) {
      logger.debug({ err: error }, 'the time server did not answer')
    }
  }, pollMs)
  timer.unref()
  return { now: () => new Date(Date.now() + offsetMs), stop: () => clearInterval(timer) }
}

async function fetchOffset(url: string): Promise<number> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
  const body = (await answer.json()) as { offset_ms?: unknown }
  if (typeof body.offset_ms !== 'number') throw new Error(`${url} gave no offset_ms`)
  return body.offset_ms
}
