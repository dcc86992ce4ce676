import { Page, Section } from '../ui/Page.tsx'
import { AuditReport } from '../widgets/AuditReport.tsx'
import { ComingPanels } from '../widgets/ComingPanel.tsx'
import { ReadinessBadges } from '../widgets/ReadinessBadges.tsx'
import { RoyaltyLedger } from '../widgets/royalties/RoyaltyLedger.tsx'
import { UsagePanel } from '../widgets/usage/UsagePanel.tsx'

const complaints = [
  { title: 'Takedown requests', text: 'Read, decide, and state the reasons to both sides.' },
  { title: 'Licence checker', text: 'Any token or audio file, with the full record behind it.' },
]

export function Admin() {
  return (
    <Page
      title="Admin Dashboard"
      lede="Global system management and oversight"
      aside={<ReadinessBadges />}
    >
      <Section title="System Overview">
        <UsagePanel />
      </Section>
      <Section title="Global Royalties">
        <RoyaltyLedger />
      </Section>
      <Section title="Books" note="Recomputed every hour from the postings.">
        <AuditReport />
      </Section>
      <Section title="Complaints and licences">
        <ComingPanels panels={complaints} />
      </Section>
    </Page>
  )
}
