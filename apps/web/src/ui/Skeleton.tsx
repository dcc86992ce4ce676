/** Lines that stand for text on its way; says so to a screen reader. */
export function Skeleton({ lines = 3, label = 'Loading…' }: { lines?: number; label?: string }) {
  return (
    <div role="status" className="space-y-3 py-2">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, i) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          key={i}
          className="skeleton h-4 bg-sunk"
          style={{ width: `${92 - i * 17}%` }}
        />
      ))}
    </div>
  )
}
