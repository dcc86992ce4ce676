import { Page, Section } from '../ui/Page.tsx'
import { UsagePanel } from '../widgets/usage/UsagePanel.tsx'

export function Usage() {
  return (
    <Page
      title="API Usage Analytics"
      lede="Data is aggregated by day, for the last 30 days by default."
    >
      <Section title="Last 30 days" note="Every synthesis, by day in UTC.">
        <UsagePanel />
      </Section>
    </Page>
  )
}
