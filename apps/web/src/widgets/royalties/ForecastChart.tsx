import type { RoyaltyForecast } from '@viva-voce/contract'
import { formatTotal } from '../../format/money.ts'
import { formatDay } from '../../format/time.ts'

const width = 720
const height = 240
const edge = { left: 4, right: 4, top: 12, bottom: 4 }

type Point = { date: string; low: number; value: number; high: number; isForecast: boolean }

/** The last days as they were, the next with their range: a line, and a band around its second part. */
export function ForecastChart({ forecast }: { forecast: RoyaltyForecast }) {
  const points: Point[] = [
    ...forecast.historical.slice(-forecast.forecast_days).map((day) => ({
      ...{ date: day.date, low: day.royalties, value: day.royalties, high: day.royalties },
      isForecast: false,
    })),
    ...forecast.forecast.map((day) => ({
      ...{ date: day.date, low: day.lower_bound, value: day.royalties, high: day.upper_bound },
      isForecast: true,
    })),
  ]
  const most = Math.max(0.01, ...points.map(({ high }) => high))
  const x = (index: number) =>
    edge.left + ((width - edge.left - edge.right) * index) / Math.max(1, points.length - 1)
  const y = (value: number) =>
    height - edge.bottom - ((height - edge.top - edge.bottom) * value) / most
  const split = points.findIndex(({ isForecast }) => isForecast)
  const path = (indices: number[], pick: (point: Point) => number) =>
    indices.map((i) => `${x(i).toFixed(1)},${y(pick(points[i]!)).toFixed(1)}`).join(' L')
  const all = points.map((_, index) => index)
  const past = all.slice(0, split + 1)
  const future = all.slice(Math.max(0, split - 1))
  const band = `M${path(future, ({ high }) => high)} L${path(future.toReversed(), ({ low }) => low)} Z`
  const last = points.at(-1)!
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="block h-auto w-full border-b border-ink"
        role="img"
        aria-label={`Daily royalties from ${points[0]!.date} to ${last.date}, from ${points[split]!.date} on as a forecast with its 80 % range; the largest value is ${formatTotal(most)}`}
      >
        <path d={band} className="fill-accent-soft" />
        <path
          d={`M${path(past, ({ value }) => value)}`}
          className="fill-none stroke-ink"
          strokeWidth="2"
        />
        <path
          d={`M${path(future, ({ value }) => value)}`}
          className="fill-none stroke-accent"
          strokeWidth="2"
          strokeDasharray="6 4"
        />
        <line
          x1={x(split)}
          x2={x(split)}
          y1={0}
          y2={height}
          className="stroke-control"
          strokeDasharray="2 4"
        />
      </svg>
      <figcaption className="mt-2 flex justify-between gap-4 text-2xs text-muted">
        <span>{formatDay(points[0]!.date)}</span>
        <span>forecast from {formatDay(points[split]!.date)}</span>
        <span>{formatDay(last.date)}</span>
      </figcaption>
    </figure>
  )
}
