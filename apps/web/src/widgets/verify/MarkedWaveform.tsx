import type { FoundMark } from '@viva-voce/contract'
import { formatClock } from '../../format/time.ts'
import { isWithin, thin } from './waveform-bars.ts'

interface MarkedWaveformProps {
  /** 0 to 1, of equal stretches. */
  peaks: readonly number[]
  seconds: number
  marks: readonly FoundMark[]
}

/** The outline of the audio; where a mark stands it is in the accent's colour, on a band. */
export function MarkedWaveform({ peaks, seconds, marks }: MarkedWaveformProps) {
  const bars = thin(peaks)
  const spans = marks.flatMap((mark) => mark.spans)
  const x = (at: number) => (seconds > 0 ? (at / seconds) * bars.length : 0)
  const label =
    spans.length === 0
      ? 'Outline of the audio; no mark was found'
      : `Outline of the audio; marks at ${spans.map(placeWords).join(', ')}`
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, bars.length)} 100`}
      preserveAspectRatio="none"
      className="h-28 w-full border-y border-rule bg-raised"
    >
      {spans.map((span) => (
        <rect
          key={span.start_seconds}
          x={x(span.start_seconds)}
          y="0"
          width={x(span.end_seconds) - x(span.start_seconds)}
          height="100"
          className="fill-accent-soft"
        />
      ))}
      {bars.map((peak, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars of a result never change
          key={i}
          x={i + 0.2}
          y={50 - 46 * peak - 0.5}
          width="0.6"
          height={92 * peak + 1}
          className={
            isWithin(spans, ((i + 0.5) / bars.length) * seconds) ? 'fill-accent' : 'fill-control'
          }
        />
      ))}
    </svg>
  )
}

function placeWords(span: FoundMark['spans'][number]): string {
  return `${formatClock(Math.round(span.start_seconds))} to ${formatClock(Math.round(span.end_seconds))}`
}
