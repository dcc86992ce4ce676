import type { Acceptance } from '@viva-voce/contract'
import { useCall } from '../api/use-call.ts'
import { formatMoment } from '../format/time.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { type Column, Table } from '../ui/Table.tsx'

const columns: Column<Acceptance>[] = [
  { head: 'Document', cell: (row) => <span className="font-medium">{row.doc.toUpperCase()}</span> },
  { head: 'Version', cell: (row) => <code className="font-mono text-xs">{row.version}</code> },
  { head: 'Accepted', cell: (row) => formatMoment(row.accepted_ts) },
  {
    head: 'IP',
    cell: (row) => <code className="font-mono text-xs break-all">{row.ip ?? '–'}</code>,
  },
]

/** Accepted legal documents; a list that cannot be read counts as empty. */
export function AcceptanceList() {
  const { data, error } = useCall('listAcceptances', {})
  if (!data && !error) return <Skeleton />
  const rows = data?.acceptances ?? []
  if (rows.length === 0) return <EmptyState>No acceptances recorded yet.</EmptyState>
  return (
    <Table
      label="Terms & Privacy Acceptance"
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.doc} ${row.version} ${row.accepted_ts}`}
    />
  )
}
