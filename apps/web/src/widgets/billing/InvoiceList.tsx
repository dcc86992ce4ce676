import type { InvoiceEntry } from '@viva-voce/contract'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { formatTotal } from '../../format/money.ts'
import { formatDay } from '../../format/time.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Column, Table } from '../../ui/Table.tsx'

const columns: Column<InvoiceEntry>[] = [
  { head: 'Date', cell: (row) => formatDay(row.issued_ts) },
  {
    head: 'Number',
    cell: (row) => (
      <>
        <span className="font-mono text-xs">{row.number}</span>
        {row.kind === 'credit_note' && <span className="ml-2 text-xs text-muted">credit note</span>}
      </>
    ),
  },
  {
    head: 'Amount',
    end: true,
    cell: (row) => <span className="tabular-nums">{formatTotal(row.gross_amount_eur)}</span>,
  },
  {
    head: 'PDF',
    end: true,
    cell: (row) =>
      row.pdf_url ? (
        <a href={row.pdf_url} className={buttonClass('line', 'sm')}>
          Download PDF
        </a>
      ) : (
        '–'
      ),
  },
]

/** Monthly invoices and credit notes, newest first. */
export function InvoiceList() {
  const { data, error } = useCall('listInvoices', { query: {} })
  if (error && !data) return <Problem>{sentence(error, 'invoices')}</Problem>
  if (!data) return <Skeleton />
  if (data.invoices.length === 0) {
    return (
      <EmptyState>
        No invoices yet. One is issued on the first of the month for what the month before cost.
      </EmptyState>
    )
  }
  return <Table label="Invoices" columns={columns} rows={data.invoices} rowKey={(row) => row.id} />
}
