import { Badge } from './Badge.tsx'

/** Stands over figures that are nobody's, so that nobody takes them for their own. */
export function SampleNote({ children }: { children: string }) {
  return (
    <p className="mb-4 flex flex-wrap items-center gap-3 text-sm text-muted">
      <Badge tone="warn">Sample data</Badge>
      {children}
    </p>
  )
}
