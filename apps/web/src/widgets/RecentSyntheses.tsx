import { routes, type SynthesisEntry } from '@viva-voce/contract'
import { Download } from 'lucide-react'
import { address } from '../api/client.ts'
import { sentence } from '../api/errors.ts'
import { useCall } from '../api/use-call.ts'
import { formatPrice } from '../format/money.ts'
import { formatMoment, formatSeconds } from '../format/time.ts'
import { buttonClass } from '../ui/button-class.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Problem } from '../ui/Problem.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { EscrowBadge } from './EscrowBadge.tsx'

const columns: Column<SynthesisEntry>[] = [
  { head: 'Time', cell: (row) => <span className="text-xs">{formatMoment(row.created_at)}</span> },
  {
    head: 'Text',
    cell: (row) => (
      <>
        <span className="line-clamp-2 max-w-[44ch] break-words">{row.text}</span>
        <span className="mt-1 block font-mono text-2xs text-muted">
          {row.voice_id} · {row.usage}
        </span>
      </>
    ),
  },
  {
    head: 'Length',
    end: true,
    cell: (row) => <span className="tabular-nums">{formatSeconds(row.seconds)}</span>,
  },
  {
    head: 'Net',
    end: true,
    cell: (row) => <span className="tabular-nums">{formatPrice(row.net_eur)}</span>,
  },
  { head: 'Escrow', cell: (row) => <EscrowBadge state={row.escrow_state} /> },
  {
    head: 'Audio',
    end: true,
    cell: (row) => (
      <a
        href={address(routes.getSynthesisAudio, { synthesis_id: row.id })}
        download={`${row.id}.${row.format}`}
        aria-label={`${row.format.toUpperCase()} of ${row.id}`}
        className={buttonClass('line', 'sm')}
      >
        <Download aria-hidden="true" className="size-4" />
        {row.format.toUpperCase()}
      </a>
    ),
  },
]

/** The latest syntheses; held payments are looked at again every 5 s. */
export function RecentSyntheses() {
  const { data, error } = useCall(
    'listSyntheses',
    { query: { limit: 10 } },
    {
      refreshInterval: (latest) =>
        latest?.items.some((item) => item.escrow_state === 'PENDING') ? 5_000 : 0,
    },
  )
  if (error && !data) return <Problem>{sentence(error)}</Problem>
  if (!data) return <Skeleton />
  if (data.items.length === 0) {
    return <EmptyState>Nothing spoken yet. Your first take will be listed here.</EmptyState>
  }
  return (
    <Table label="Recent syntheses" columns={columns} rows={data.items} rowKey={(row) => row.id} />
  )
}
