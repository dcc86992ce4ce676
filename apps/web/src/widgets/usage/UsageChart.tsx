import type { UsagePoint } from '@viva-voce/contract'
import { formatDay } from '../../format/time.ts'

const height = 180
const gap = 0.25

/** A bar for each day: how many requests; its seconds are said beside it. */
export function UsageChart({ days }: { days: readonly UsagePoint[] }) {
  const most = Math.max(1, ...days.map(({ requests }) => requests))
  const busiest = days.find(({ requests }) => requests === most)
  return (
    <figure>
      <svg
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        className="block h-44 w-full border-b border-ink"
        role="img"
        aria-label={`Requests by day from ${days[0]?.date} to ${days.at(-1)?.date}, at most ${most}${busiest ? ` on ${busiest.date}` : ''}`}
      >
        {days.map((day, index) => {
          const bar = (day.requests / most) * (height - 8)
          return (
            <rect
              key={day.date}
              x={index + gap / 2}
              y={height - bar}
              width={1 - gap}
              height={bar}
              className="fill-accent"
            >
              <title>{`${day.date}: ${day.requests} requests, ${day.seconds.toFixed(1)} s`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="mt-2 flex justify-between gap-4 text-2xs text-muted">
        <span>{days[0] && formatDay(days[0].date)}</span>
        <span>requests by day, at most {most}</span>
        <span>{days[0] && formatDay(days.at(-1)!.date)}</span>
      </figcaption>
    </figure>
  )
}
