import type { Reservation } from '@viva-voce/contract'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatMoment } from '../../format/time.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { type Refund, RefundDialog } from './RefundDialog.tsx'

const pageSize = 10

/** Early-access reservations, newest first; a paid one can be given back. */
export function Reservations() {
  const { data, error, mutate } = useCall('listReservations', { query: { limit: pageSize } })
  const [refund, setRefund] = useState<Refund | null>(null)
  const pages = usePages(data, (cursor) =>
    call('listReservations', { query: { limit: pageSize, cursor } }),
  )
  if (error && !data) return <Problem>{sentence(error)}</Problem>
  if (!data) return <Skeleton lines={3} />
  if (data.items.length === 0) return <EmptyState>Nobody has reserved a spot yet.</EmptyState>
  const reload = () => {
    pages.reset()
    void mutate()
  }
  return (
    <div className="space-y-6">
      <Table
        label="Early-access reservations"
        columns={columnsFor((row) => setRefund(refundOf(row)))}
        rows={pages.rows}
        rowKey={(row) => row.id}
      />
      <MoreButton pages={pages}>Older reservations</MoreButton>
      <RefundDialog refund={refund} onClose={() => setRefund(null)} onDone={reload} />
    </div>
  )
}

const refundOf = ({ id, email }: Reservation): Refund => ({
  title: 'Refund this reservation?',
  consequence: `€1.00 goes back to the card of ${email}, and the spot is free again.`,
  send: (reason) => call('refundPayment', { params: { payment_id: id }, body: { reason } }),
})

const tones: Record<Reservation['state'], Tone> = {
  open: 'warn',
  paid: 'ok',
  failed: 'bad',
  expired: 'bad',
}

function columnsFor(onRefund: (row: Reservation) => void): Column<Reservation>[] {
  return [
    { head: 'Email', cell: (row) => <span className="break-all">{row.email}</span> },
    {
      head: 'Made',
      cell: (row) => <span className="text-xs">{formatMoment(row.created_at)}</span>,
    },
    {
      head: 'State',
      cell: (row) =>
        row.refunded ? <Badge>refunded</Badge> : <Badge tone={tones[row.state]}>{row.state}</Badge>,
    },
    {
      head: 'Action',
      end: true,
      cell: (row) =>
        row.state === 'paid' && !row.refunded ? (
          <Button
            variant="line"
            size="sm"
            aria-label={`Refund ${row.email}`}
            onClick={() => onRefund(row)}
          >
            Refund
          </Button>
        ) : (
          '–'
        ),
    },
  ]
}
