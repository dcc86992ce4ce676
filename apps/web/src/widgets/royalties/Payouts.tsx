import type { PayoutEntry, PayoutState } from '@viva-voce/contract'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { formatTotal } from '../../format/money.ts'
import { formatDay } from '../../format/time.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Column, Table } from '../../ui/Table.tsx'

const tones: Record<PayoutState, Tone> = { processing: 'warn', paid: 'ok', failed: 'bad' }

const columns: Column<PayoutEntry>[] = [
  { head: 'Month', cell: (row) => row.month.slice(0, 7) },
  { head: 'Started', cell: (row) => <span className="text-xs">{formatDay(row.created_at)}</span> },
  {
    head: 'Amount',
    end: true,
    cell: (row) => <span className="tabular-nums">{formatTotal(row.amount_eur)}</span>,
  },
  {
    head: 'State',
    cell: (row) => (
      <>
        <Badge tone={tones[row.state]}>{row.state}</Badge>
        {row.failure && <span className="ml-2 text-xs text-muted">{row.failure}</span>}
      </>
    ),
  },
  {
    head: 'Statement',
    end: true,
    cell: (row) =>
      row.statement_url ? (
        <a href={row.statement_url} className={buttonClass('line', 'sm')}>
          PDF
        </a>
      ) : (
        '–'
      ),
  },
]

/** A talent's payouts, newest first. */
export function Payouts() {
  const { data, error } = useCall('listPayouts', { query: {} })
  if (error && !data) return <Problem>{sentence(error)}</Problem>
  if (!data) return <Skeleton />
  if (data.items.length === 0) {
    return (
      <EmptyState>
        No payouts yet. A month is paid seven days after its end, from €10.00 on; less is carried
        over.
      </EmptyState>
    )
  }
  return <Table label="Payouts" columns={columns} rows={data.items} rowKey={(row) => row.id} />
}
