import { z } from 'zod'
import { DataFile } from '../data-file.ts'

const MS_PER_UNIT = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1_000,
  ms: 1,
} as const

/** Longer than any period of the product, short enough that a slip of the finger stays harmless. */
const LONGEST_STEP_DAYS = 400

const amount = z.number().nonnegative().optional()
export const clockStep = z.strictObject({
  days: amount,
  hours: amount,
  minutes: amount,
  seconds: amount,
  ms: amount,
})

/** How far to move; the units add up. */
export type ClockStep = z.infer<typeof clockStep>
/** The clock as it goes over the wire: ISO 8601 in UTC, and milliseconds ahead of real time. */
export type ClockState = { now: string; offset_ms: number }

export type Clock = {
  now(): Date
  state(): ClockState
  /** Moves time forward. Throws ClockRefusal for nothing, backwards, or more than 400 days. */
  advance(step: ClockStep): ClockState
  /** The time for somebody who follows it from outside. */
  tell(): ClockState
  /** Resolves once somebody who follows it has been told the time from now on. */
  told(): Promise<void>
}

export class ClockRefusal extends Error {
  readonly code = 'clock_refused'
}

/** A clock ahead of the real one by an offset that outlives a restart when there is a data folder. */
export function createClock(dataDir: string | null): Clock {
  const file = new DataFile(
    dataDir,
    'clock.json',
    z.strictObject({ offset_ms: z.int().nonnegative() }),
  )
  let offsetMs = file.read()?.offset_ms ?? 0
  const now = () => new Date(Date.now() + offsetMs)
  const state = () => ({ now: now().toISOString(), offset_ms: offsetMs })
  let next = Promise.withResolvers<void>()
  return {
    now,
    state,
    advance(step) {
      const ahead = offsetMs + stepMs(step)
      // Written first: a clock that ran ahead of its file would jump back at the next start.
      file.write({ offset_ms: ahead })
      offsetMs = ahead
      return state()
    },
    tell() {
      next.resolve()
      next = Promise.withResolvers()
      return state()
    },
    told: () => next.promise,
  }
}

function stepMs(input: unknown): number {
  const parsed = clockStep.safeParse(input)
  if (!parsed.success) throw new ClockRefusal(explain(parsed.error))
  const entries = Object.entries(parsed.data) as [keyof typeof MS_PER_UNIT, number | undefined][]
  const ms = Math.round(
    entries.reduce((sum, [unit, value]) => sum + (value ?? 0) * MS_PER_UNIT[unit], 0),
  )
  if (ms === 0) throw new ClockRefusal('Say how far to move: days, hours, minutes, seconds or ms.')
  if (ms > LONGEST_STEP_DAYS * MS_PER_UNIT.days) {
    throw new ClockRefusal(`The clock moves at most ${LONGEST_STEP_DAYS} days in one call.`)
  }
  return ms
}

function explain({ issues }: z.ZodError): string {
  if (issues.some(({ code }) => code === 'too_small')) {
    return 'The clock only moves forward: a ledger cannot go back in time.'
  }
  return 'Send an object with days, hours, minutes, seconds or ms, each a number of 0 or more.'
}
