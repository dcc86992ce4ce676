import { waveformShape } from '../../ui/waveform-shape.ts'

const box = 'h-20 w-60 max-w-full'

/** A document whose lines end in a spoken line. */
export function PapersFigure() {
  return (
    <svg viewBox="0 0 240 80" className={box} aria-hidden="true">
      <path d="M1 1h96l22 22v56H1z" fill="none" className="stroke-ink" strokeWidth="1.5" />
      <path d="M97 1v22h22" fill="none" className="stroke-ink" strokeWidth="1.5" />
      <path d="M16 22h54M16 36h84M16 50h68" className="stroke-control" strokeWidth="1.5" />
      <path d="m16 64 6 6 12-12" fill="none" className="stroke-accent" strokeWidth="3" />
    </svg>
  )
}

/** 70 parts and 30 parts of a hundred. */
export function SplitFigure() {
  return (
    <svg viewBox="0 0 240 80" className={box} aria-hidden="true">
      <rect
        x="0.75"
        y="20.75"
        width="238.5"
        height="38.5"
        fill="none"
        className="stroke-ink"
        strokeWidth="1.5"
      />
      <rect x="0" y="20" width="168" height="40" className="fill-ink" />
      <text x="14" y="45" className="fill-paper font-mono text-2xs">
        talent 70 %
      </text>
      <text x="181" y="45" className="fill-ink font-mono text-2xs">
        30 %
      </text>
      <path d="M168 8v64" className="stroke-accent" strokeWidth="3" />
    </svg>
  )
}

/** A spoken line with its marks pulled out below. */
export function MarkFigure() {
  const bars = waveformShape(60)
  return (
    <svg viewBox="0 0 240 80" className={box} aria-hidden="true">
      {bars.map(({ height, marked }, i) => (
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
          key={i}
        >
          <rect
            x={i * 4}
            y={32 - height * 30}
            width="2"
            height={height * 60}
            className={marked ? 'fill-accent' : 'fill-ink'}
          />
          {marked && <rect x={i * 4} y="70" width="2" height="10" className="fill-accent" />}
        </g>
      ))}
    </svg>
  )
}

/** Requests let through at an even pace. */
export function PaceFigure() {
  const bursts = [4, 10, 16, 60, 66, 118, 124, 130, 136, 190, 196, 202]
  return (
    <svg viewBox="0 0 240 80" className={box} aria-hidden="true">
      {bursts.map((x) => (
        <rect key={x} x={x} y="6" width="2" height="24" className="fill-control" />
      ))}
      <path d="M0 40h240" className="stroke-accent" strokeWidth="3" />
      {bursts.map((x, i) => (
        <rect key={x} x={i * 20 + 4} y="50" width="2" height="24" className="fill-ink" />
      ))}
    </svg>
  )
}
