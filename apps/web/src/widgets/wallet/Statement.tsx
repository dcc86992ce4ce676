import { routes, type StatementLine } from '@viva-voce/contract'
import { address, call } from '../../api/client.ts'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatPrice, formatTotal } from '../../format/money.ts'
import { formatMoment } from '../../format/time.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { statementWords } from './statement-words.ts'

const columns: Column<StatementLine>[] = [
  { head: 'Time', cell: (row) => formatMoment(row.ts) },
  { head: 'What', cell: (row) => statementWords(row.kind) },
  {
    head: 'Reference',
    cell: (row) => <code className="font-mono text-xs break-all">{row.reference}</code>,
  },
  {
    head: 'Amount',
    end: true,
    cell: (row) => <span className="tabular-nums">{formatPrice(row.amount_eur)}</span>,
  },
  {
    head: 'Balance',
    end: true,
    cell: (row) => <span className="tabular-nums">{formatTotal(row.balance_eur)}</span>,
  },
]

const pageSize = 10

/** Everything that has changed the wallet, newest first, page by page and as CSV. */
export function Statement() {
  const { data, error } = useCall('readWalletStatement', { query: { limit: pageSize } })
  const pages = usePages(data, (cursor) =>
    call('readWalletStatement', { query: { limit: pageSize, cursor } }),
  )
  if (error) return <Problem>{sentence(error)}</Problem>
  if (!data) return <Skeleton lines={5} />
  if (data.items.length === 0) return <EmptyState>Nothing has changed the wallet yet.</EmptyState>
  return (
    <div className="space-y-6">
      <Table label="Statement" columns={columns} rows={pages.rows} rowKey={(row) => row.id} />
      <div className="flex flex-wrap gap-3">
        <MoreButton pages={pages}>Older entries</MoreButton>
        <a
          href={address(routes.downloadWalletStatement)}
          download
          className={buttonClass('quiet', 'sm')}
        >
          Download CSV
        </a>
      </div>
    </div>
  )
}
