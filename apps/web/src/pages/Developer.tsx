import { useState } from 'react'
import { Link } from 'react-router'
import { freshKey } from '../api/fresh-key.ts'
import { paths } from '../paths.ts'
import { Page, Section } from '../ui/Page.tsx'
import { ApiKeys } from '../widgets/ApiKeys.tsx'
import { InvoiceList } from '../widgets/billing/InvoiceList.tsx'
import { ComingPanels } from '../widgets/ComingPanel.tsx'
import { Playground } from '../widgets/playground/Playground.tsx'
import { Quickstart } from '../widgets/quickstart/Quickstart.tsx'
import { RecentSyntheses } from '../widgets/RecentSyntheses.tsx'
import { UsagePanel } from '../widgets/usage/UsagePanel.tsx'
import { WalletFigures } from '../widgets/WalletFigures.tsx'
import { LowBalance } from '../widgets/wallet/LowBalance.tsx'

const later = [
  { title: 'Key rotation', text: 'A new secret for a key while the old one lives on for a day.' },
  { title: 'Webhook logs', text: 'Every delivery with its answer, and a retry.' },
]

export function Developer() {
  const [apiKey, setApiKey] = useState(freshKey.read)
  const refreshKey = () => setApiKey(freshKey.read())
  return (
    <Page title="Developer Dashboard" lede="Try a voice here, then let your program do the same.">
      <LowBalance />
      <Playground />
      <Section
        title="Wallet"
        note={
          <>
            Top up, and see the statement, in{' '}
            <Link to={paths.billing} className="text-ink underline underline-offset-4">
              Billing
            </Link>
            .
          </>
        }
      >
        <WalletFigures />
      </Section>
      <Section
        title="API Keys"
        note="A key speaks and pays in your name. Only its hash is stored, so its secret is shown once."
      >
        <ApiKeys onChange={refreshKey} />
      </Section>
      <Section title="Quickstart" note="The same synthesis from your terminal or your code.">
        <Quickstart key={apiKey} apiKey={apiKey} />
      </Section>
      <Section
        title="Recent syntheses"
        note="Newest first, with the state of each held payment (escrow)."
      >
        <RecentSyntheses />
      </Section>
      <Section title="Usage" note="Requests by day, the last 30 days.">
        <UsagePanel />
      </Section>
      <Section title="Invoices" note="Monthly, with a PDF for each.">
        <InvoiceList />
      </Section>
      <Section title="Later">
        <ComingPanels panels={later} />
      </Section>
    </Page>
  )
}
