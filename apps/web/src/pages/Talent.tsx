import { Page, Section } from '../ui/Page.tsx'
import { ComingPanels } from '../widgets/ComingPanel.tsx'

const start = [
  {
    title: 'Onboarding',
    text: 'Register with name and email, then connect an account for payouts.',
  },
  {
    title: 'Consent',
    text: 'Grant or revoke, each with a confirmation. Revoking stops your voice at once.',
  },
]

const voices = [
  { title: 'Voice upload', text: 'Name, locale, category and up to 20 files of about 20 MB each.' },
  { title: 'Your voices', text: 'State, training progress, number and size of files.' },
]

const record = [
  {
    title: 'Consent audit',
    text: 'An append-only list of every grant and revocation, chained so that a change shows.',
  },
  { title: 'Royalties', text: 'What each take has earned you, with its arithmetic.' },
]

export function Talent() {
  return (
    <Page
      title="Talent Dashboard"
      lede="Your voice, your terms. Uploading and training open with one of the next releases."
    >
      <Section title="Getting started">
        <ComingPanels panels={start} />
      </Section>
      <Section title="Voices">
        <ComingPanels panels={voices} />
      </Section>
      <Section title="On the record">
        <ComingPanels panels={record} />
      </Section>
    </Page>
  )
}
