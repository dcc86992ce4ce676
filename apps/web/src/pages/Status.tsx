import { useStatus } from '../api/health.ts'
import { Page, Section } from '../ui/Page.tsx'
import { HealthBadge } from '../widgets/HealthBadge.tsx'

/** The status endpoint's own words; a failure is left to the badge. */
export function Status() {
  const { data } = useStatus()
  return (
    <Page title="Status" aside={<HealthBadge />}>
      <Section
        title="API"
        note="The answer of the status endpoint as it is, asked again every 30 s."
      >
        {data === undefined ? (
          <p role="status">Loading…</p>
        ) : (
          <pre className="overflow-x-auto border border-rule bg-raised p-6 font-mono text-sm">
            {JSON.stringify(data, null, 2)}
          </pre>
        )}
      </Section>
    </Page>
  )
}
