import { productName, supportEmail } from '../brand.ts'
import { Page, Section } from '../ui/Page.tsx'

export function Imprint() {
  return (
    <Page title="Imprint">
      <Section title="Contact">
        <p className="font-medium">{productName}</p>
        <p>
          <a href={`mailto:${supportEmail}`} className="underline underline-offset-4">
            {supportEmail}
          </a>
        </p>
        <p className="mt-6 max-w-[60ch] text-muted">
          Full corporate details (company name, register entry, VAT ID, address and representatives)
          will be added per jurisdiction.
        </p>
      </Section>
    </Page>
  )
}
