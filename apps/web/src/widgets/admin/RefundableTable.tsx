import { useState } from 'react'
import type { usePages } from '../../api/use-pages.ts'
import { Button } from '../../ui/Button.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { type Refund, RefundDialog } from './RefundDialog.tsx'

interface RefundableTableProps<Row extends { id: string }> {
  label: string
  columns: readonly Column<Row>[]
  pages: ReturnType<typeof usePages<Row>>
  /** On the button for more rows. */
  older: string
  /** What would be given back; null for a row of which nothing can be. */
  refundOf: (row: Row) => Refund | null
  /** What a row is called, for its button. */
  nameOf: (row: Row) => string
  /** The list has changed: its first page is to be read again. */
  onDone: () => unknown
}

/** Rows of money that an administrator may give back, newest first. */
export function RefundableTable<Row extends { id: string }>(props: RefundableTableProps<Row>) {
  const { label, columns, pages, older, refundOf, nameOf, onDone } = props
  const [refund, setRefund] = useState<Refund | null>(null)
  const action: Column<Row> = {
    head: 'Action',
    end: true,
    cell: (row) => {
      const possible = refundOf(row)
      if (!possible) return '–'
      return (
        <Button
          variant="line"
          size="sm"
          aria-label={`Refund ${nameOf(row)}`}
          onClick={() => setRefund(possible)}
        >
          Refund
        </Button>
      )
    },
  }
  const reload = () => {
    pages.reset()
    void onDone()
  }
  return (
    <div className="space-y-6">
      <Table
        label={label}
        columns={[...columns, action]}
        rows={pages.rows}
        rowKey={(row) => row.id}
      />
      <MoreButton pages={pages}>{older}</MoreButton>
      <RefundDialog refund={refund} onClose={() => setRefund(null)} onDone={reload} />
    </div>
  )
}
