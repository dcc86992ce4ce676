interface ProgressProps {
  label: string
  /** 0 to 100; null while nobody can tell. */
  percent: number | null
  className?: string
}

/** How far something is that takes a while. */
export function Progress({ label, percent, className }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === null ? undefined : Math.round(percent)}
      className={className}
    >
      <div className="h-2 overflow-hidden bg-sunk outline outline-1 outline-control -outline-offset-1">
        <div
          className={percent === null ? 'progress-unknown h-full bg-accent' : 'h-full bg-accent'}
          style={{ width: `${percent ?? 30}%` }}
        />
      </div>
    </div>
  )
}
