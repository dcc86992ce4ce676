import { type ErrorCode, errorCodes } from '@viva-voce/contract'
import { Page } from '../ui/Page.tsx'
import { type Column, Table } from '../ui/Table.tsx'

const codes = Object.keys(errorCodes) as ErrorCode[]

const columns: Column<ErrorCode>[] = [
  {
    head: 'Status',
    cell: (code) => <span className="tabular-nums">{errorCodes[code].status}</span>,
  },
  {
    head: 'Code',
    cell: (code) => (
      <code id={code} className="font-mono text-xs target:bg-warn-soft">
        {code}
      </code>
    ),
  },
  { head: 'What it means', cell: (code) => errorCodes[code].title },
]

/** What each problem's `type` leads to. */
export function DocsErrors() {
  return (
    <Page
      title="Errors"
      lede="The code is stable; the sentence beside it, in the field `error`, is for people and may change."
    >
      <Table label="Errors" columns={columns} rows={codes} rowKey={(code) => code} />
    </Page>
  )
}
