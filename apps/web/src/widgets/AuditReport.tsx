import { sentence } from '../api/errors.ts'
import { useCall } from '../api/use-call.ts'
import { formatMoment } from '../format/time.ts'
import { Badge } from '../ui/Badge.tsx'
import { Problem } from '../ui/Problem.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** What the latest audit of the books could not explain. */
export function AuditReport() {
  const { data, error } = useCall('getAudit', {}, { refreshInterval: 60_000 })
  if (error && !data) return <Problem>{sentence(error)}</Problem>
  if (!data) return <Skeleton lines={2} />
  if (!data.audited_at)
    return <p className="text-sm text-muted">The first audit has not run yet.</p>
  return (
    <div className="space-y-4">
      <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
        <Badge tone={data.findings.length === 0 ? 'ok' : 'bad'}>
          {data.findings.length === 0 ? 'Every cent explained' : `${data.findings.length} findings`}
        </Badge>
        {data.checks} checks on {formatMoment(data.audited_at)}
      </p>
      {data.findings.map(({ check, subject, expected, found }) => (
        <Problem key={check + subject}>
          {check}: {subject}, expected {expected}, found {found}
        </Problem>
      ))}
    </div>
  )
}
