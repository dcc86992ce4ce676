import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** Figures line up on the right; actions too. */
  end?: boolean
}

interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** Some browsers forget a table's meaning when its display changes; stated roles keep it. */
const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
}

/** A table that becomes a list of labelled lines on narrow screens. */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table aria-label={label} {...roles.table} className="w-full text-sm max-md:block">
      <thead {...roles.rowgroup} className="max-md:sr-only">
        <tr {...roles.row} className="border-b border-ink">
          {columns.map((column) => (
            <th
              key={column.head}
              {...roles.columnheader}
              scope="col"
              className={clsx(
                'py-2 pr-4 text-left text-xs font-medium text-muted last:pr-0',
                column.end && 'text-right',
              )}
            >
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.rowgroup} className="max-md:block max-md:border-t max-md:border-ink">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            {...roles.row}
            className="border-b border-rule max-md:block max-md:py-3"
          >
            {columns.map((column) => (
              <td
                key={column.head}
                {...roles.cell}
                data-label={column.head}
                className={clsx(
                  'py-3 pr-4 align-baseline last:pr-0 max-md:flex max-md:gap-4 max-md:py-1 max-md:pr-0',
                  'max-md:before:w-24 max-md:before:shrink-0 max-md:before:text-xs',
                  'max-md:before:leading-6 max-md:before:text-muted',
                  'max-md:before:content-[attr(data-label)]',
                  column.end && 'md:text-right',
                )}
              >
                <div className="min-w-0 max-md:flex-1">{column.cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
