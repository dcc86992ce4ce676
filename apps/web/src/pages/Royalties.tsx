import { Page, Section } from '../ui/Page.tsx'
import { ComingPanels } from '../widgets/ComingPanel.tsx'
import { RoyaltyExplainer } from '../widgets/RoyaltyExplainer.tsx'

const tiles = [
  { title: 'Total Paid', text: 'Sum of everything that has been transferred.' },
  { title: 'Pending', text: 'Held, waiting for its release.' },
  { title: 'Active Talents', text: 'Voice owners who earned something.' },
  { title: 'This Month', text: 'Earned since the first of the month.' },
]

const ledger = [
  { title: 'Entries', text: 'Date, talent, seconds, amount and status of each royalty.' },
]

export function Royalties() {
  return (
    <Page title="Royalty Management">
      <Section title="Summary">
        <ComingPanels panels={tiles} />
      </Section>
      <Section title="Royalty Ledger">
        <ComingPanels panels={ledger} />
      </Section>
      <Section title="How Royalties Work">
        <RoyaltyExplainer />
      </Section>
    </Page>
  )
}
