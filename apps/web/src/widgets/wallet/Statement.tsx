import { routes, type StatementLine } from '@viva-voce/contract'
import { useState } from 'react'
import { address, call } from '../../api/client.ts'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { formatPrice, formatTotal } from '../../format/money.ts'
import { formatMoment } from '../../format/time.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
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
  const [older, setOlder] = useState<{ items: StatementLine[]; next: string | null } | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  if (error) return <Problem>{sentence(error)}</Problem>
  if (!data) return <Skeleton lines={5} />
  if (data.items.length === 0) return <EmptyState>Nothing has changed the wallet yet.</EmptyState>
  const next = older ? older.next : data.next_cursor
  const more = async (cursor: string) => {
    setBusy(true)
    setRefusal(null)
    try {
      const page = await call('readWalletStatement', { query: { limit: pageSize, cursor } })
      setOlder({ items: [...(older?.items ?? []), ...page.items], next: page.next_cursor })
    } catch (error) {
      setRefusal(sentence(error))
    }
    setBusy(false)
  }
  return (
    <div className="space-y-6">
      <Table
        label="Statement"
        columns={columns}
        rows={[...data.items, ...(older?.items ?? [])]}
        rowKey={(row) => row.id}
      />
      <div className="flex flex-wrap gap-3">
        {next && (
          <Button variant="line" size="sm" busy={busy} onClick={() => void more(next)}>
            Older entries
          </Button>
        )}
        <a
          href={address(routes.downloadWalletStatement)}
          download
          className={buttonClass('quiet', 'sm')}
        >
          Download CSV
        </a>
      </div>
      {refusal && <Problem>{refusal}</Problem>}
    </div>
  )
}
