import type { RoyaltyEntry, RoyaltyStatus } from '@viva-voce/contract'
import { formatPrice } from '../../format/money.ts'
import { formatDay, formatSeconds } from '../../format/time.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { type Column, Table } from '../../ui/Table.tsx'

const tones: Record<RoyaltyStatus, Tone> = {
  pending: 'warn',
  processing: 'neutral',
  paid: 'ok',
  cancelled: 'bad',
}

const capitalised = (word: string) => word[0]!.toUpperCase() + word.slice(1)

/** Seconds × price × factor × share, as a person would check it; a small sale costs a cent at least. */
function arithmetic(row: RoyaltyEntry): string {
  const share = `${row.share_percent} %`
  if (row.kind === 'correction') return `late refund: ${formatPrice(row.net_eur)} × ${share}`
  const factors = `${row.seconds.toFixed(1)} s × ${formatPrice(row.price_per_second_eur)} × ${row.usage_factor}`
  const exact = row.seconds * row.price_per_second_eur * row.usage_factor
  const isLeast = exact < row.net_eur - 0.000_005
  return `${factors}${isLeast ? ` (at least ${formatPrice(row.net_eur)})` : ''} × ${share}`
}

const columns: Column<RoyaltyEntry>[] = [
  { head: 'Date', cell: (row) => <span className="text-xs">{formatDay(row.date)}</span> },
  {
    head: 'Talent',
    cell: (row) => (
      <>
        <span className="break-words">{row.talent_name}</span>
        <span className="block font-mono text-2xs break-all text-muted">{row.voice_id}</span>
      </>
    ),
  },
  {
    head: 'Seconds',
    end: true,
    cell: (row) => <span className="tabular-nums">{formatSeconds(row.seconds)}</span>,
  },
  {
    head: 'Amount',
    end: true,
    cell: (row) => (
      <>
        <span className="tabular-nums">{formatPrice(row.amount_eur)}</span>
        <span className="block font-mono text-2xs text-muted">{arithmetic(row)}</span>
      </>
    ),
  },
  {
    head: 'Status',
    cell: (row) => <Badge tone={tones[row.status]}>{capitalised(row.status)}</Badge>,
  },
]

export function RoyaltyTable({ rows }: { rows: readonly RoyaltyEntry[] }) {
  return <Table label="Royalties" columns={columns} rows={rows} rowKey={(row) => row.id} />
}
