import type { Escrow } from '@viva-voce/contract'
import { call } from '../../api/client.ts'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatMoment } from '../../format/time.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Column } from '../../ui/Table.tsx'
import { EscrowBadge } from '../EscrowBadge.tsx'
import { RefundableTable } from './RefundableTable.tsx'
import type { Refund } from './RefundDialog.tsx'

const pageSize = 10

const columns: Column<Escrow>[] = [
  {
    head: 'Payment',
    cell: (row) => <code className="font-mono text-2xs break-all">{row.payment_intent_id}</code>,
  },
  { head: 'State', cell: (row) => <EscrowBadge state={row.state} /> },
  {
    head: 'Created',
    cell: (row) => <span className="text-xs">{formatMoment(row.created_at)}</span>,
  },
]

/** Everybody's held payments, newest first; any that has not been refunded can be. */
export function HeldPayments() {
  const { data, error, mutate } = useCall('listEscrows', { query: { limit: pageSize } })
  const pages = usePages(
    data && { ...data, items: data.escrows },
    async (cursor) => {
      const page = await call('listEscrows', { query: { limit: pageSize, cursor } })
      return { ...page, items: page.escrows }
    },
    'escrows',
  )
  if (error && !data) return <Problem>{sentence(error, 'escrows')}</Problem>
  if (!data) return <Skeleton lines={3} />
  if (data.escrows.length === 0) return <EmptyState>No payment has been held yet.</EmptyState>
  return (
    <RefundableTable
      label="Held payments of everybody"
      columns={columns}
      pages={pages}
      older="Older payments"
      refundOf={refundOf}
      nameOf={(row) => row.payment_intent_id}
      onDone={mutate}
    />
  )
}

function refundOf({ payment_intent_id, state }: Escrow): Refund | null {
  if (state === 'REFUNDED') return null
  return {
    title: 'Refund this payment?',
    consequence:
      state === 'RELEASED'
        ? 'The developer gets the price back, the licence is revoked, and the talent’s share is taken from what they earn next.'
        : 'The developer gets the price back, and the licence is revoked. The talent is not paid for it.',
    send: (reason) => call('refundEscrow', { params: { payment_intent_id }, body: { reason } }),
  }
}
