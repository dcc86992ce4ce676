import type { ConsentEntry } from '@viva-voce/contract'
import { useConsentAudit } from '../../api/consent-audit.ts'
import { sentence } from '../../api/errors.ts'
import { formatMoment } from '../../format/time.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { ChainBadge } from './ChainBadge.tsx'

const columns: Column<ConsentEntry>[] = [
  {
    head: 'No.',
    cell: (row) => <span className="font-mono text-xs">{row.sequence}</span>,
  },
  {
    head: 'Action',
    cell: (row) => <Badge tone={row.action === 'granted' ? 'ok' : 'bad'}>{row.action}</Badge>,
  },
  { head: 'Time', cell: (row) => formatMoment(new Date(row.ts_ms).toISOString()) },
  { head: 'By', cell: (row) => row.actor_type },
  {
    head: 'IP',
    cell: (row) => <code className="font-mono text-xs break-all">{row.ip ?? '–'}</code>,
  },
  {
    head: 'Text',
    cell: (row) => <code className="font-mono text-xs">{row.consent_version}</code>,
  },
  {
    head: 'Hash',
    cell: (row) => (
      <code className="font-mono text-xs" title={row.hash}>
        {row.hash.slice(0, 12)}…
      </code>
    ),
  },
]

/** Every grant and revocation, newest first, and whether the chain of hashes holds. */
export function ConsentAudit({ talentId }: { talentId: string }) {
  const { entries, error, hasMore, isLoadingMore, loadMore } = useConsentAudit(talentId)
  if (error !== undefined && !entries) return <Problem>{sentence(error, 'audit')}</Problem>
  if (!entries) return <Skeleton />
  if (entries.length === 0) {
    return <EmptyState>No entries yet. The first one is written when you grant consent.</EmptyState>
  }
  return (
    <div className="space-y-4">
      <ChainBadge entries={entries} />
      <Table
        label="Consent audit"
        columns={columns}
        rows={entries}
        rowKey={(row) => String(row.sequence)}
      />
      {error !== undefined && <Problem>{sentence(error, 'audit')}</Problem>}
      {hasMore && (
        <Button variant="line" size="sm" busy={isLoadingMore} onClick={loadMore}>
          Load more
        </Button>
      )}
    </div>
  )
}
