/** A recording of nothing yet: a flat line with a trace of room noise. */
export function SilentLine({ className }: { className: string }) {
  const bars = Array.from({ length: 40 }, (_, i) => 1 + ((i * 7) % 5) / 2)
  return (
    <svg
      viewBox="0 0 160 24"
      preserveAspectRatio="xMinYMid slice"
      className={className}
      aria-hidden="true"
    >
      {bars.map((height, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
          key={i}
          x={i * 4}
          y={12 - height / 2}
          width="1.5"
          height={height}
          fill="currentColor"
        />
      ))}
    </svg>
  )
}
