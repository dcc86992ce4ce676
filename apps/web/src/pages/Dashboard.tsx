import { Link } from 'react-router'
import { useSession } from '../api/session.ts'
import { homeOf } from '../roles.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Page, Section } from '../ui/Page.tsx'
import { ComingPanels } from '../widgets/ComingPanel.tsx'
import { LicenceValidator } from '../widgets/LicenceValidator.tsx'
import { ReadinessBadges } from '../widgets/ReadinessBadges.tsx'

const listening = [
  { title: 'Usage', text: 'Requests and seconds by day, as a chart.' },
  { title: 'Royalties', text: 'What has been paid, what is pending, line by line.' },
  {
    title: 'Royalty forecast',
    text: 'The next 7, 14, 30 or 60 days, with the range that they will probably fall in.',
  },
  { title: 'Takedown requests', text: 'Complaints about a take, and what was decided.' },
]

const recording = [
  { title: 'Talent onboarding', text: 'Register as a voice owner and connect your payouts.' },
  { title: 'Voice upload', text: 'Samples in .wav, .mp3 or .m4a, up to 20 files.' },
  { title: 'Your voices', text: 'Each voice with its state and, while it trains, its progress.' },
  { title: 'Train a voice', text: 'Queue the training of an uploaded voice and try its sound.' },
  { title: 'Last action', text: 'What you did last: type, voice and time.' },
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
      <Section title="Voices">
        <ComingPanels panels={recording} />
      </Section>
      <Section title="Privacy & Data">
        <ComingPanels panels={privacy} />
      </Section>
    </Page>
  )
}
