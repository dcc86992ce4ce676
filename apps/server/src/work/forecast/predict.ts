import { combined, type Model } from './models.ts'

/** A day's forecast with the range that it falls in with a probability of 80 %. */
export interface DayForecast {
  value: number
  lower: number
  upper: number
}

/** Fewer days of history than this say nothing about a weekday. */
export const leastDays = 14
/** Longer than this is another time: fitting takes longer, and what was then is no guide. */
const mostDays = 365
/** How many times the past is forecast from an earlier day, to learn how wrong forecasts are. */
const origins = 16
/** The history that an earlier forecast must have had: a week, below which no weekday is known. */
const leastTraining = 7
/** Errors of a step are learnt from steps about as far away; fewer than this, from all. */
const leastErrors = 30
/** Tails of the 80 % range. */
const tail = 0.1

/**
 * Forecasts a daily series of amounts (none negative), oldest first. The range is conformal: earlier days are forecast
 * from the days before them, and the range is as wide as those forecasts were wrong, above and below, for steps about as
 * far ahead (rolling-origin split conformal prediction; Vovk et al. 2005, Stankevičiūtė et al. 2021). The library's own
 * intervals assume normal errors, and royalties have bursts and days without a sale.
 * Throws RangeError for less than 14 days.
 */
export function predict(
  series: readonly number[],
  horizon: number,
  model: Model = combined,
): DayForecast[] {
  if (series.length < leastDays) throw new RangeError(`${series.length} days are too few`)
  const history = series.slice(-mostDays)
  const errors = pastErrors(history, horizon, model)
  return model(history, horizon).map((value, step) => {
    const near = errorsNear(errors, step)
    return {
      value,
      // The value itself is always inside, also where past forecasts were all too low or all too high.
      lower: Math.max(0, value + Math.min(0, quantile(near, tail))),
      upper: value + Math.max(0, quantile(near, 1 - tail)),
    }
  })
}

interface PastError {
  step: number
  error: number
}

/** How wrong the model was, had it been asked on earlier days, spread evenly over the history. */
function pastErrors(history: readonly number[], horizon: number, model: Model): PastError[] {
  const first = Math.max(leastTraining, Math.floor(history.length / 3))
  const last = history.length - 1
  const count = Math.min(origins, last - first + 1)
  const errors: PastError[] = []
  for (let n = 0; n < count; n++) {
    const origin = first + Math.round(((last - first) * n) / Math.max(1, count - 1))
    const ahead = Math.min(horizon, history.length - origin)
    const forecast = model(history.slice(0, origin), ahead)
    for (let step = 0; step < ahead; step++) {
      errors.push({ step, error: history[origin + step]! - forecast[step]! })
    }
  }
  return errors
}

/** Errors of steps from half as far to twice as far ahead, sorted. */
function errorsNear(errors: PastError[], step: number): number[] {
  const near = errors.filter((past) => past.step >= step / 2 - 3 && past.step <= step * 2 + 3)
  const chosen = near.length >= leastErrors ? near : errors
  return chosen.map(({ error }) => error).sort((a, b) => a - b)
}

/**
 * The empirical quantile with the correction of conformal prediction for few values: outwards by one rank, so that
 * the next value falls inside with at least the wanted probability.
 */
function quantile(sorted: number[], share: number): number {
  const n = sorted.length
  const rank = share < 0.5 ? Math.floor(share * (n + 1)) - 1 : Math.ceil(share * (n + 1)) - 1
  return sorted[Math.min(n - 1, Math.max(0, rank))]!
}
