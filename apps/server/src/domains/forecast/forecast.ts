import type { RoyaltyForecast } from '@viva-voce/contract'
import { toEuro } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import { ApiError } from '../../kit/api-error.ts'
import { PoolFullError } from '../../kit/work-pool.ts'
import { type DayForecast, leastDays } from '../../work/forecast/predict.ts'
import { recentDays, scopeOf } from '../usage/activity.ts'

const dayMs = 24 * 60 * 60 * 1000
const historyDays = 366
/** History that a chart shows beside the forecast. */
const shownDays = 90
const timeoutMs = 20_000

interface Day {
  date: string
  eur: number
}

/**
 * The next days of the viewer's royalties with an 80 % range, from their own daily royalties up to yesterday (UTC): a
 * talent's earnings, what a developer pays, an administrator's sum of all. With fewer than 14 days since the first one it
 * is an illustration and says so (`is_mock`). Throws 503 when too many ask at a time.
 */
export async function forecastFor(
  ctx: Context,
  viewer: Viewer,
  horizon: number,
): Promise<RoyaltyForecast> {
  const history = await historyOf(ctx, viewer)
  const isMock = history.length < leastDays
  const past = isMock ? illustration(ctx) : history
  const forecast = await runForecast(ctx, viewer, past, horizon)
  return answer(ctx, viewer, { past, forecast, isMock })
}

/** Days from the first with a royalty on; what was cancelled does not count. */
async function historyOf(ctx: Context, viewer: Viewer): Promise<Day[]> {
  const scope = scopeOf(viewer)
  if (!scope) return []
  const days = (await recentDays(ctx, scope, historyDays)).slice(0, -1).map((day) => ({
    date: day.date,
    // A late refund can make a day negative; a forecast knows earnings only.
    eur: Math.max(0, toEuro(day.pendingMicros + day.processingMicros + day.paidMicros)),
  }))
  const first = days.findIndex(({ eur }) => eur > 0)
  return first === -1 ? [] : days.slice(first)
}

/** Six weeks of a talent who does not exist: a weekday pattern and a slow rise. */
function illustration(ctx: Context): Day[] {
  const weekdays = [1, 1.2, 1.1, 1.3, 0.9, 0.4, 0.3]
  const length = 42
  return Array.from({ length }, (_, day) => ({
    date: new Date(ctx.clock.now().getTime() - (length - day) * dayMs).toISOString().slice(0, 10),
    eur: Math.round((2 + day / 40) * weekdays[day % 7]! * 100) / 100,
  }))
}

async function runForecast(
  ctx: Context,
  viewer: Viewer,
  past: Day[],
  horizon: number,
): Promise<DayForecast[]> {
  const task = { series: past.map(({ eur }) => eur), horizon }
  const options = { tenant: viewer.userId, signal: AbortSignal.timeout(timeoutMs) }
  try {
    return (await ctx.forecasts.run('forecastSeries', task, options)) as DayForecast[]
  } catch (error) {
    if (!(error instanceof PoolFullError)) throw error
    const sentence = 'Too many forecasts are being made. Please try again in a moment.'
    throw new ApiError('unavailable', sentence, { retryAfterSeconds: 2 })
  }
}

function answer(
  ctx: Context,
  viewer: Viewer,
  { past, forecast, isMock }: { past: Day[]; forecast: DayForecast[]; isMock: boolean },
): RoyaltyForecast {
  const lastMs = Date.parse(past.at(-1)!.date)
  const total = forecast.reduce((sum, { value }) => sum + value, 0)
  const average = total / forecast.length
  const recent = past.slice(-forecast.length)
  const before = recent.reduce((sum, { eur }) => sum + eur, 0) / recent.length
  return {
    talent_id: viewer.talentId ?? '',
    forecast_days: forecast.length,
    generated_at: ctx.clock.now().toISOString(),
    historical: past.slice(-shownDays).map(({ date, eur }) => ({ date, royalties: round(eur) })),
    forecast: forecast.map(({ value, lower, upper }, step) => ({
      date: new Date(lastMs + (step + 1) * dayMs).toISOString().slice(0, 10),
      royalties: round(value),
      lower_bound: round(lower),
      upper_bound: round(upper),
    })),
    summary: {
      total_forecast_eur: round(total),
      avg_daily_eur: round(average),
      historical_avg_daily_eur: round(before),
      predicted_growth_rate: before > 0 ? round((average / before - 1) * 100) : 0,
      confidence_interval: '80%',
    },
    is_mock: isMock,
  }
}

/** To the micro-euro: a forecast of more digits would only look exact. */
const round = (value: number) => Math.round(value * 1e6) / 1e6
