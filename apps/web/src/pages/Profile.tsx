import { useSession } from '../api/session.ts'
import { Facts } from '../ui/Facts.tsx'
import { Page, Section } from '../ui/Page.tsx'
import { AcceptanceList } from '../widgets/AcceptanceList.tsx'
import { SessionList } from '../widgets/SessionList.tsx'

export function Profile() {
  const me = useSession()
  return (
    <Page title="Profile">
      {me && (
        <Section title="Account">
          <Facts
            facts={[
              ['Email', me.email],
              ['Role', me.role],
            ]}
          />
        </Section>
      )}
      <Section title="Terms & Privacy Acceptance" note="Which version of which document, and when.">
        <AcceptanceList />
      </Section>
      <Section
        title="Sessions"
        note="Where you are signed in. A session lasts 14 days from its last use."
      >
        <SessionList />
      </Section>
    </Page>
  )
}
