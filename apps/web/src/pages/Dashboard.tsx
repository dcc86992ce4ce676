import { Link } from 'react-router'
import { useSession } from '../api/session.ts'
import { homeOf } from '../roles.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Page, Section } from '../ui/Page.tsx'
import { ComingPanels } from '../widgets/ComingPanel.tsx'
import { ConnectChecker } from '../widgets/connect/ConnectChecker.tsx'
import { LastAction } from '../widgets/LastAction.tsx'
import { LicenceValidator } from '../widgets/LicenceValidator.tsx'
import { ReadinessBadges } from '../widgets/ReadinessBadges.tsx'
import { Forecast } from '../widgets/royalties/Forecast.tsx'
import { RoyaltyLedger } from '../widgets/royalties/RoyaltyLedger.tsx'
import { TalentOverview } from '../widgets/talent/TalentOverview.tsx'
import { TrainVoice } from '../widgets/training/TrainVoice.tsx'
import { UsagePanel } from '../widgets/usage/UsagePanel.tsx'

const takedowns = [
  { title: 'Takedown requests', text: 'Complaints about a take, and what was decided.' },
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
      <Section title="Usage" note="Requests by day, the last 30 days.">
        <UsagePanel />
      </Section>
      <Section title="Royalties" note="What has been paid, what is pending, line by line.">
        <RoyaltyLedger />
      </Section>
      <Section title="Royalty forecast" note="With the range that holds four days in five.">
        <Forecast />
      </Section>
      <Section title="Complaints">
        <ComingPanels panels={takedowns} />
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
      <Section
        title="Payout account check"
        note="What a talent’s connected account can do and still needs."
      >
        <ConnectChecker />
      </Section>
      <Section title="Privacy & Data">
        <ComingPanels panels={privacy} />
      </Section>
    </Page>
  )
}
