import { Page, Section } from '../ui/Page.tsx'
import { ComingPanels } from '../widgets/ComingPanel.tsx'
import { WalletFigures } from '../widgets/WalletFigures.tsx'

const topUp = [{ title: 'By card', text: 'From €5, on the payment provider’s own page.' }]
const vat = [
  {
    title: 'VAT ID',
    text: 'Checked with VIES; a valid ID of another EU country means reverse charge.',
  },
]
const profile = [{ title: 'Company and country', text: 'What your invoices are made out to.' }]
const invoices = [
  { title: 'Monthly invoices', text: 'Date, number, amount and a PDF for each month.' },
]

export function Billing() {
  return (
    <Page
      title="Billing"
      lede="Your wallet is live. Top-up and invoices follow with the money release."
    >
      <Section title="Wallet" note="A new account starts with €2.00 of credit.">
        <WalletFigures />
      </Section>
      <Section title="Top up">
        <ComingPanels panels={topUp} />
      </Section>
      <Section title="VAT ID">
        <ComingPanels panels={vat} />
      </Section>
      <Section title="Billing Profile">
        <ComingPanels panels={profile} />
      </Section>
      <Section title="Invoices">
        <ComingPanels panels={invoices} />
      </Section>
    </Page>
  )
}
