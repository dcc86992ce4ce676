import { Page, Section } from '../ui/Page.tsx'
import { ComingPanels } from '../widgets/ComingPanel.tsx'

const panels = [
  { title: 'Total Requests', text: 'Every synthesis of the period.' },
  { title: 'Total Seconds', text: 'How much speech that made.' },
  { title: 'Avg per Day', text: 'Requests divided by days.' },
  { title: 'Chart', text: 'Requests and seconds, day by day.' },
]

export function Usage() {
  return (
    <Page
      title="API Usage Analytics"
      lede="Data is aggregated by day, for the last 30 days by default."
    >
      <Section title="Last 30 days" note="Counting has not been opened yet.">
        <ComingPanels panels={panels} />
      </Section>
    </Page>
  )
}
