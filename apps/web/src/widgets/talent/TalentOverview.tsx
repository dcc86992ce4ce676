import { Link } from 'react-router'
import { useSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Section } from '../../ui/Page.tsx'
import { VoiceStudio } from '../studio/VoiceStudio.tsx'
import { TalentVoices } from '../voices/TalentVoices.tsx'
import { NoTalent } from './NoTalent.tsx'
import { Registration } from './Registration.tsx'

/** The talent's part of the main dashboard: registration, upload and voices. */
export function TalentOverview() {
  const me = useSession()
  if (!me) return null
  const talentId = me.talent_id
  const mayRegister = me.role === 'talent' || me.role === 'admin'
  if (!talentId && !mayRegister) {
    return (
      <Section title="Talent" note="Uploading and training belong to accounts of voice talents.">
        <NoTalent />
      </Section>
    )
  }
  return (
    <>
      <Section title="Talent onboarding" note="Who the voices belong to.">
        {talentId ? <Registered talentId={talentId} email={me.email} /> : <Registration />}
      </Section>
      <Section
        title="Voice upload"
        note={
          <>
            To read the script in the browser, go to the{' '}
            <Link to={paths.talent} className="text-ink underline underline-offset-4">
              talent dashboard
            </Link>
            .
          </>
        }
      >
        <VoiceStudio talentId={talentId} withScript={false} />
      </Section>
      <Section title="Your voices" note="Each with its state, its recordings and its report.">
        {talentId ? <TalentVoices talentId={talentId} /> : <NoTalent />}
      </Section>
    </>
  )
}

function Registered({ talentId, email }: { talentId: string; email: string }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-6">
      <Facts
        facts={[
          ['Talent', <code key="id">{talentId}</code>],
          ['Email', email],
        ]}
      />
      <Link to={paths.talent} className={buttonClass('line')}>
        Consent, script and record
      </Link>
    </div>
  )
}
