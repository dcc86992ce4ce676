import { Link } from 'react-router'
import { useSession } from '../api/session.ts'
import { homeOf } from '../roles.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Page, Section } from '../ui/Page.tsx'
import { ComingPanels } from '../widgets/ComingPanel.tsx'
import { LastAction } from '../widgets/LastAction.tsx'
import { LicenceValidator } from '../widgets/LicenceValidator.tsx'
import { ReadinessBadges } from '../widgets/ReadinessBadges.tsx'
import { TalentOverview } from '../widgets/talent/TalentOverview.tsx'
import { TrainVoice } from '../widgets/training/TrainVoice.tsx'

const listening = [
  { title: 'Usage', text: 'Requests and seconds by day, as a chart.' },
  { title: 'Royalties', text: 'What has been paid, what is pending, line by line.' },
  {
    title: 'Royalty forecast',
    text: 'The next 7, 14, 30 or 60 days, with the range that they will probably fall in.',
  },
  { title: 'Takedown requests', text: 'Complaints about a take, and what was decided.' },
]

const payouts = [
  { title: 'Payout account check', text: 'What your connected account can do and still needs.' },
]

const privacy = [
  { title: 'Export your data', text: 'Everything that is kept about you, as one zip.' },
  { title: 'Delete your account', text: 'Scheduled at once, purged after 30 days.' },
]

export function Dashboard() {
  const me = useSession()
  const home = me && homeOf(me.role)
  return (
    <Page
      title="Dashboard"
      lede="Sections open here as they are finished."
      aside={<ReadinessBadges />}
    >
      {home && (
        <Section title="Your workspace" note={me.email}>
          <Link to={home} className={buttonClass('ink')}>
            Open the {me.role} dashboard
          </Link>
        </Section>
      )}
      <Section
        title="Licence check"
        note="Paste a licence token to see whether it is valid, and for what."
      >
        <LicenceValidator />
      </Section>
      <Section title="Figures">
        <ComingPanels panels={listening} />
      </Section>
      <Section
        title="Train Voice"
        note="By its id. Training goes on when you leave, and can be followed here."
      >
        <TrainVoice />
      </Section>
      <Section title="Last Action" note="In this tab.">
        <LastAction />
      </Section>
      <TalentOverview />
      <Section title="Payouts">
        <ComingPanels panels={payouts} />
      </Section>
      <Section title="Privacy & Data">
        <ComingPanels panels={privacy} />
      </Section>
    </Page>
  )
}
