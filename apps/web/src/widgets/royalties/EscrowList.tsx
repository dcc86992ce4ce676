import type { Escrow, EscrowState } from '@viva-voce/contract'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { formatMoment } from '../../format/time.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { SampleInstead } from '../../ui/SampleInstead.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { EscrowBadge } from '../EscrowBadge.tsx'
import { sampleEscrows } from './sample.ts'

type Row = Pick<Escrow, 'id' | 'payment_intent_id' | 'state' | 'created_at' | 'released_at'>

const moment = (at: string | null | undefined) => (
  <span className="text-xs">{at ? formatMoment(at) : '–'}</span>
)

const columns: Column<Row>[] = [
  {
    head: 'Payment',
    cell: (row) => <code className="font-mono text-2xs break-all">{row.payment_intent_id}</code>,
  },
  { head: 'State', cell: (row) => <EscrowBadge state={row.state} /> },
  { head: 'Created', cell: (row) => moment(row.created_at) },
  { head: 'Released', cell: (row) => moment(row.released_at) },
]

/** The latest held payments; while one is pending they are looked at again every 5 s. */
export function EscrowList() {
  const { data, error } = useCall(
    'listEscrows',
    { query: { limit: 10 } },
    {
      refreshInterval: (latest) =>
        latest?.escrows.some(({ state }) => state === 'PENDING') ? 5_000 : 0,
    },
  )
  if (error && !data) {
    return (
      <SampleInstead
        problem={sentence(error, 'escrows')}
        note="This is how held payments will look."
      >
        <Escrows rows={sampleEscrows} />
      </SampleInstead>
    )
  }
  if (!data) return <Skeleton lines={4} />
  if (data.escrows.length === 0) return <EmptyState>No escrow data available</EmptyState>
  return <Escrows rows={data.escrows} />
}

function Escrows({ rows }: { rows: readonly Row[] }) {
  const count = (state: EscrowState) => String(rows.filter((row) => row.state === state).length)
  return (
    <div className="space-y-8">
      <Figures
        label="Held payments, the latest ten"
        figures={[
          ['Pending', count('PENDING')],
          ['Released', count('RELEASED')],
          ['Refunded', count('REFUNDED')],
        ]}
      />
      <Table
        label="Held payments (escrow)"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
      />
      <p className="max-w-[60ch] text-sm text-muted">
        Smart escrow system holds payments until watermark verification and deep-fake scan pass.
      </p>
    </div>
  )
}
