import type { Reservation } from '@viva-voce/contract'
import { call } from '../../api/client.ts'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatMoment } from '../../format/time.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Column } from '../../ui/Table.tsx'
import { RefundableTable } from './RefundableTable.tsx'
import type { Refund } from './RefundDialog.tsx'

const pageSize = 10

const tones: Record<Reservation['state'], Tone> = {
  open: 'warn',
  paid: 'ok',
  failed: 'bad',
  expired: 'bad',
}

const columns: Column<Reservation>[] = [
  { head: 'Email', cell: (row) => <span className="break-all">{row.email}</span> },
  { head: 'Made', cell: (row) => <span className="text-xs">{formatMoment(row.created_at)}</span> },
  {
    head: 'State',
    cell: (row) =>
      row.refunded ? <Badge>refunded</Badge> : <Badge tone={tones[row.state]}>{row.state}</Badge>,
  },
]

/** Early-access reservations, newest first; a paid one can be given back. */
export function Reservations() {
  const { data, error, mutate } = useCall('listReservations', { query: { limit: pageSize } })
  const pages = usePages(data, (cursor) =>
    call('listReservations', { query: { limit: pageSize, cursor } }),
  )
  if (error && !data) return <Problem>{sentence(error)}</Problem>
  if (!data) return <Skeleton lines={3} />
  if (data.items.length === 0) return <EmptyState>Nobody has reserved a spot yet.</EmptyState>
  return (
    <RefundableTable
      label="Early-access reservations"
      columns={columns}
      pages={pages}
      older="Older reservations"
      refundOf={refundOf}
      nameOf={(row) => row.email}
      onDone={mutate}
    />
  )
}

function refundOf({ id, email, state, refunded }: Reservation): Refund | null {
  if (state !== 'paid' || refunded) return null
  return {
    title: 'Refund this reservation?',
    consequence: `€1.00 goes back to the card of ${email}, and the spot is free again.`,
    send: (reason) => call('refundPayment', { params: { payment_id: id }, body: { reason } }),
  }
}
