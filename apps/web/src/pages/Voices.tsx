import { Page, Section } from '../ui/Page.tsx'
import { Catalogue } from '../widgets/catalogue/Catalogue.tsx'
import { LicenceTerms } from '../widgets/catalogue/LicenceTerms.tsx'

export function Voices() {
  return (
    <Page
      title="Voices"
      lede="Every voice here may be used today: it is ready, and whoever it belongs to has agreed. Listen, compare, copy its id."
    >
      <Catalogue />
      <Section
        title="Licence terms"
        note="The same for every voice. Each take carries its licence as a token that anybody can check."
      >
        <LicenceTerms />
      </Section>
    </Page>
  )
}
