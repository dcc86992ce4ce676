import { Page, Section } from '../ui/Page.tsx'
import { AuditReport } from '../widgets/AuditReport.tsx'
import { CardRefundForm } from '../widgets/admin/CardRefundForm.tsx'
import { HeldPayments } from '../widgets/admin/HeldPayments.tsx'
import { Reservations } from '../widgets/admin/Reservations.tsx'
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
      <Section title="Held payments" note="A refund gives the price back and revokes the licence.">
        <HeldPayments />
      </Section>
      <Section title="Card refunds" note="A top-up that was not used up.">
        <CardRefundForm />
      </Section>
      <Section title="Early access" note="Reservations at €1 each.">
        <Reservations />
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
