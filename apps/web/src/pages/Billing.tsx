import { Page, Section } from '../ui/Page.tsx'
import { BillingProfileForm } from '../widgets/billing/BillingProfileForm.tsx'
import { InvoiceList } from '../widgets/billing/InvoiceList.tsx'
import { VatIdForm } from '../widgets/billing/VatIdForm.tsx'
import { ComingPanels } from '../widgets/ComingPanel.tsx'
import { WalletFigures } from '../widgets/WalletFigures.tsx'

const topUp = [{ title: 'By card', text: 'From €5, on the payment provider’s own page.' }]

export function Billing() {
  return (
    <Page title="Billing" lede="Your wallet, your invoices, and whom they are made out to.">
      <Section title="Wallet" note="A new account starts with €2.00 of credit.">
        <WalletFigures />
      </Section>
      <Section title="Top up">
        <ComingPanels panels={topUp} />
      </Section>
      <Section
        title="VAT ID"
        note="Checked with VIES. A valid ID of another EU country means reverse charge."
      >
        <VatIdForm />
      </Section>
      <Section title="Billing Profile" note="Whom your invoices are made out to.">
        <BillingProfileForm />
      </Section>
      <Section title="Invoices" note="Monthly, as PDF with the e-invoice (Factur-X) inside.">
        <InvoiceList />
      </Section>
    </Page>
  )
}
