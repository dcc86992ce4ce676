/** As many bars as a phone can show apart from each other. */
const mostBars = 160

/** At most 160 bars, the loudest as high as there is room; each is the largest of its stretch. */
export function thin(peaks: readonly number[]): number[] {
  const count = Math.min(mostBars, peaks.length)
  const bars = Array.from({ length: count }, (_, i) =>
    Math.max(
      ...peaks.slice(
        Math.floor((i * peaks.length) / count),
        Math.floor(((i + 1) * peaks.length) / count),
      ),
    ),
  )
  const loudest = Math.max(...bars, 0)
  return loudest > 0 ? bars.map((bar) => bar / loudest) : bars
}

/** Whether a moment lies in one of these stretches of time. */
export function isWithin(
  spans: readonly { start_seconds: number; end_seconds: number }[],
  seconds: number,
): boolean {
  return spans.some((span) => seconds >= span.start_seconds && seconds <= span.end_seconds)
}
