import clsx from 'clsx'
import type { CSSProperties } from 'react'
import { waveformShape } from './waveform-shape.ts'

interface WaveformProps {
  bars: number
  className: string
  /** Lets the marked bars light up one after the other. */
  live?: boolean
}

/** The motif: a spoken line whose marked bars carry a rhythm that one would not notice. */
export function Waveform({ bars, className, live }: WaveformProps) {
  const width = bars * 4
  return (
    <svg
      viewBox={`0 0 ${width} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={clsx(className, live && 'wave-live')}
    >
      {waveformShape(bars).map(({ height, marked }, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
          key={i}
          x={i * 4}
          y={50 - height * 50}
          width="2"
          height={height * 100}
          className={marked ? 'wave-mark' : 'fill-ink'}
          style={marked ? ({ '--at': i / bars } as CSSProperties) : undefined}
        />
      ))}
    </svg>
  )
}
