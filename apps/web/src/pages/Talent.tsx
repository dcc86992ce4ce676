import { useSession } from '../api/session.ts'
import { Page, Section } from '../ui/Page.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ConnectPanel } from '../widgets/connect/ConnectPanel.tsx'
import { Payouts } from '../widgets/royalties/Payouts.tsx'
import { RoyaltyLedger } from '../widgets/royalties/RoyaltyLedger.tsx'
import { VoiceStudio } from '../widgets/studio/VoiceStudio.tsx'
import { ConsentAudit } from '../widgets/talent/ConsentAudit.tsx'
import { ConsentPanel } from '../widgets/talent/ConsentPanel.tsx'
import { NoTalent } from '../widgets/talent/NoTalent.tsx'
import { Registration } from '../widgets/talent/Registration.tsx'
import { TalentVoices } from '../widgets/voices/TalentVoices.tsx'

export function Talent() {
  const me = useSession()
  const talentId = me?.talent_id ?? null
  return (
    <Page
      title="Talent Dashboard"
      lede="Your voice, your terms: you record it, you consent to it, you set its price."
    >
      {!me && <Skeleton />}
      {me && !talentId && (
        <Section title="Register" note="The first step. Uploading, training and payouts follow it.">
          <Registration />
        </Section>
      )}
      <Section
        title="Consent"
        note="Nobody can use your voices without it, and you can take it back at any time."
      >
        {talentId ? <ConsentPanel talentId={talentId} /> : <NoTalent />}
      </Section>
      <Section
        title="Payout account"
        note="At the payment provider, which asks you for what it needs."
      >
        {talentId ? <ConnectPanel talentId={talentId} /> : <NoTalent />}
      </Section>
      <Section
        title="New voice"
        note="Your own voice, in a quiet room, at an even distance from the microphone."
      >
        <VoiceStudio talentId={talentId} withScript />
      </Section>
      <Section title="Your voices" note="Each with its state, its recordings and its report.">
        {talentId ? <TalentVoices talentId={talentId} /> : <NoTalent />}
      </Section>
      <Section
        title="Consent record"
        note="Append-only, each entry chained to the one before. Your browser checks the chain itself."
      >
        {talentId ? <ConsentAudit talentId={talentId} /> : <NoTalent />}
      </Section>
      <Section title="Royalties" note="What each take has earned you, with its arithmetic.">
        <RoyaltyLedger />
      </Section>
      <Section title="Payouts" note="Monthly, with a statement for each.">
        <Payouts />
      </Section>
    </Page>
  )
}
