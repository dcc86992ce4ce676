import { type RouteSpec, routes } from '@viva-voce/contract'
import { Link } from 'react-router'
import { documentedPath, whoMayCall } from '../format/access.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Page, Section } from '../ui/Page.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { Quickstart } from '../widgets/quickstart/Quickstart.tsx'

const calls: RouteSpec[] = Object.values(routes)

const columns: Column<RouteSpec>[] = [
  {
    head: 'Call',
    cell: (route) => (
      <code className="font-mono text-xs break-all lg:text-2xs lg:whitespace-nowrap">
        {route.method} {documentedPath(route.path)}
      </code>
    ),
  },
  { head: 'What it does', cell: (route) => route.summary },
  {
    head: 'Who may call',
    cell: (route) => <span className="text-muted">{whoMayCall(route)}</span>,
  },
  {
    head: 'State',
    cell: (route) => (route.stage === 'planned' ? <Badge>coming</Badge> : 'Live'),
  },
]

/** Every call of the contract, so that nothing here can be out of date. */
export function Docs() {
  return (
    <Page
      title="API"
      lede="Every call of the API as the server itself checks it. A full reference with schemas is coming."
    >
      <Section title="Quickstart" note="Works when pasted, once your key is in it.">
        <Quickstart />
      </Section>
      <Section title="Signing in" note="A program sends a key, a browser has a session.">
        <ul className="max-w-[70ch] space-y-3 text-sm">
          <li>
            Send the key as <code>X-API-Key</code>, or as <code>Authorization: Bearer</code>. Keys
            are made in the{' '}
            <Link className="underline underline-offset-4" to={paths.developer}>
              developer dashboard
            </Link>
            .
          </li>
          <li>
            <code>Idempotency-Key</code> on a synthesis: the same key and the same request give the
            same answer and one charge.
          </li>
          <li>
            A refusal is <code>application/problem+json</code>; every code is on the{' '}
            <Link className="underline underline-offset-4" to={paths.docsErrors}>
              page of errors
            </Link>
            .
          </li>
          <li>
            <code>RateLimit</code> headers say what is left; a 429 or 503 says in{' '}
            <code>Retry-After</code> when to try again.
          </li>
        </ul>
      </Section>
      <Section title="Calls">
        <Table
          label="Calls"
          columns={columns}
          rows={calls}
          rowKey={(route) => `${route.method} ${route.path}`}
        />
      </Section>
    </Page>
  )
}
