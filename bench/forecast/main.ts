/**
 * `npm run bench -- forecast`: forecasts of generated royalties against the seasonal-naive forecast, and how often
 * the truth falls into the 80 % range. The days that are forecast are held back.
 * `--series N` makes N series of each kind and length (40).
 */
import { parseArgs } from 'node:util'
import { combined, mstl, seasonalNaive } from '../../apps/server/src/work/forecast/models.ts'
import { predict } from '../../apps/server/src/work/forecast/predict.ts'
import { report, round } from '../lib/report.ts'
import { kinds, makeSeries } from './series.ts'

const { values } = parseArgs({ options: { series: { type: 'string', default: '40' } } })
const count = Number(values.series)
const lengths = [28, 90, 240]
const horizons = [7, 30, 60]

const rows: Record<string, unknown>[] = []
for (const kind of kinds) {
  for (const days of lengths)
    for (const horizon of horizons) rows.push(measure(kind, days, horizon))
}
rows.push(summary())
report('forecast', { 'Forecast of daily royalties, error as a ratio to seasonal-naive': rows })

function measure(kind: (typeof kinds)[number], days: number, horizon: number) {
  const errors = { ours: 0, mstl: 0, naive: 0 }
  let inside = 0
  let above = 0
  let cpuMs = 0
  for (let seed = 1; seed <= count; seed++) {
    const { values } = makeSeries(kind, days + horizon, seed)
    const history = values.slice(0, days)
    const truth = values.slice(days)
    const scale = history.reduce((sum, value) => sum + value, 0) / days
    const started = process.cpuUsage()
    const forecast = predict(history, horizon, combined)
    const used = process.cpuUsage(started)
    cpuMs += (used.user + used.system) / 1000
    const alone = mstl(history, horizon)
    const naive = seasonalNaive(history, horizon)
    for (const [step, value] of truth.entries()) {
      const { value: ours, lower, upper } = forecast[step]!
      errors.ours += Math.abs(value - ours) / scale
      errors.mstl += Math.abs(value - alone[step]!) / scale
      errors.naive += Math.abs(value - naive[step]!) / scale
      if (value >= lower && value <= upper) inside++
      if (value > upper) above++
    }
  }
  const total = count * horizon
  return {
    series: kind,
    history_days: days,
    horizon_days: horizon,
    error_ratio: round(errors.ours / errors.naive, 3),
    error_ratio_mstl_alone: round(errors.mstl / errors.naive, 3),
    coverage_percent: round((100 * inside) / total),
    above_percent: round((100 * above) / total),
    cpu_ms: round(cpuMs / count),
  }
}

function summary() {
  const mean = (name: string) =>
    rows.reduce((sum, row) => sum + (row[name] as number), 0) / rows.length
  return {
    series: 'mean of all',
    error_ratio: round(mean('error_ratio'), 3),
    error_ratio_mstl_alone: round(mean('error_ratio_mstl_alone'), 3),
    coverage_percent: round(mean('coverage_percent')),
    above_percent: round(mean('above_percent')),
    cpu_ms: round(mean('cpu_ms')),
  }
}
