import { Page, Section } from '../ui/Page.tsx'
import { BillingProfileForm } from '../widgets/billing/BillingProfileForm.tsx'
import { InvoiceList } from '../widgets/billing/InvoiceList.tsx'
import { VatIdForm } from '../widgets/billing/VatIdForm.tsx'
import { WalletFigures } from '../widgets/WalletFigures.tsx'
import { AutomaticTopUp } from '../widgets/wallet/AutomaticTopUp.tsx'
import { LowBalance } from '../widgets/wallet/LowBalance.tsx'
import { Statement } from '../widgets/wallet/Statement.tsx'
import { TopUpForm } from '../widgets/wallet/TopUpForm.tsx'

export function Billing() {
  return (
    <Page title="Billing" lede="Your wallet, your invoices, and whom they are made out to.">
      <LowBalance />
      <Section title="Wallet" note="A new account starts with €2.00 of credit.">
        <WalletFigures />
      </Section>
      <Section title="Top up">
        <TopUpForm />
      </Section>
      <Section
        title="Automatic top-up"
        note="A warning below a limit of your choice, and a charge of the saved card when you want one."
      >
        <AutomaticTopUp />
      </Section>
      <Section title="Statement" note="Everything that has changed the wallet, newest first.">
        <Statement />
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
