import { readFileSync } from 'node:fs'
import { initSync, MSTL } from '@bsull/augurs/mstl'

/** Gives the next `horizon` values of a daily series; never below zero. */
export type Model = (history: readonly number[], horizon: number) => number[]

const week = 7
const meanWeeks = 8

/** The same weekday of the last week: what every other model has to beat. */
export const seasonalNaive: Model = (history, horizon) =>
  Array.from({ length: horizon }, (_, step) => history[history.length - week + (step % week)] ?? 0)

/** The weekday's mean of the last eight weeks: slow, and hard to fool by a burst. */
export const weekdayMean: Model = (history, horizon) =>
  Array.from({ length: horizon }, (_, step) => {
    const same: number[] = []
    for (let back = 1; back <= meanWeeks; back++) {
      const value = history[history.length - week * back + (step % week)]
      if (value !== undefined) same.push(value)
    }
    return same.reduce((sum, value) => sum + value, 0) / Math.max(1, same.length)
  })

let isReady = false

/** The library's WebAssembly, from its file and not over the network; once, at the first forecast. */
function prepare(): void {
  if (isReady) return
  const wasm = new URL('mstl_bg.wasm', import.meta.resolve('@bsull/augurs/mstl'))
  initSync({ module: readFileSync(wasm) })
  isReady = true
}

/**
 * Seasonal-trend decomposition with an exponentially smoothed trend whose kind is chosen by AICc (MSTL and AutoETS of
 * augurs; Bandara, Hyndman, Bergmeir 2021; Hyndman et al. 2008).
 */
export const mstl: Model = (history, horizon) => {
  // Less than two weeks and a day have no trend beside the weekdays.
  if (history.length <= 2 * week) return weekdayMean(history, horizon)
  prepare()
  const model = MSTL.ets([week], { impute: true })
  try {
    model.fit(Float64Array.from(history))
    return model.predict(horizon).point.map((value) => Math.max(0, value))
  } finally {
    model.free()
  }
}

/** A trend that a burst has started goes no higher than this many times the best weekday of the last weeks. */
const mostGrowth = 2

/** The mean of both, which is better than either on series with bursts and gaps (bench/forecast). */
export const combined: Model = (history, horizon) => {
  const calm = weekdayMean(history, horizon)
  const most = mostGrowth * Math.max(...weekdayMean(history, week))
  return mstl(history, horizon).map((value, step) => (Math.min(value, most) + calm[step]!) / 2)
}
