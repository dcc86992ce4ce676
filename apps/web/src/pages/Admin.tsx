import { Page, Section } from '../ui/Page.tsx'
import { ComingPanels } from '../widgets/ComingPanel.tsx'
import { ReadinessBadges } from '../widgets/ReadinessBadges.tsx'

const overview = [{ title: 'Usage of all accounts', text: 'Requests and seconds by day.' }]
const royalties = [
  { title: 'Ledger', text: 'Royalty entries of every talent, pending, processing and paid.' },
]
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
        <ComingPanels panels={overview} />
      </Section>
      <Section title="Global Royalties">
        <ComingPanels panels={royalties} />
      </Section>
      <Section title="Complaints and licences">
        <ComingPanels panels={complaints} />
      </Section>
    </Page>
  )
}
