/** Large figures with their names, in a row that wraps. */
export function Figures({
  label,
  figures,
}: {
  label: string
  figures: readonly (readonly [name: string, value: string])[]
}) {
  return (
    <dl aria-label={label} className="flex flex-wrap gap-x-12 gap-y-6">
      {figures.map(([name, value]) => (
        <div key={name} className="min-w-28">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="font-display text-2xl font-semibold tracking-tight tabular-nums">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
