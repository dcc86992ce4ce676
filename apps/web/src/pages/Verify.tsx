import { Page, Section } from '../ui/Page.tsx'
import { LicenceValidator } from '../widgets/LicenceValidator.tsx'
import { AudioVerifier } from '../widgets/verify/AudioVerifier.tsx'

/** For anybody who has heard something, or was handed a licence. */
export function Verify() {
  return (
    <Page
      title="Verify"
      lede="Is this voice synthetic, was it made here, and may it be used? Ask with the audio itself, or with the licence that came with it. Nobody needs an account."
    >
      <Section
        title="Audio"
        note="Every synthesis carries an inaudible watermark. A file is examined and deleted at once; nothing of it is kept."
      >
        <AudioVerifier />
      </Section>
      <Section title="Licence" note="The token that came with a synthesis.">
        <LicenceValidator />
      </Section>
    </Page>
  )
}
