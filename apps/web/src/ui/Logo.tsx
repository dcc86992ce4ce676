import { productName } from '../brand.ts'

/** The wordmark: five bars, the middle one marked. */
export function Logo() {
  const bars = [8, 18, 26, 14, 6]
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 26 28" className="h-7 w-6.5" aria-hidden="true">
        {bars.map((height, i) => (
          <rect
            key={height}
            x={i * 5.5}
            y={14 - height / 2}
            width="3"
            height={height}
            className={i === 2 ? 'fill-accent' : 'fill-ink'}
          />
        ))}
      </svg>
      <span className="font-display text-[1.375rem] leading-none font-semibold tracking-tight">
        {productName}
      </span>
    </span>
  )
}
