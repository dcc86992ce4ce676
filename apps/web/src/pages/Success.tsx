import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { track } from '../api/analytics.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Page, Section } from '../ui/Page.tsx'
import { TopUpReceipt } from '../widgets/wallet/TopUpReceipt.tsx'

export function Success() {
  const [query] = useSearchParams()
  const session = query.get('session_id')
  const topUp = query.get('topup')
  useEffect(() => {
    if (!topUp) track('checkout_success', { amount: 1, currency: 'EUR' })
  }, [topUp])
  if (topUp) return <TopUpDone id={topUp} session={session} />
  return (
    <Page title="Payment Successful" lede="Thank you. Your spot is reserved.">
      {session && (
        <Section title="Payment session">
          <p className="font-mono text-sm break-all">{session}</p>
        </Section>
      )}
      <Section title="Next steps">
        <ol className="space-y-3">
          <li>You will get an onboarding email for the private beta.</li>
          <li>Track usage and royalties in the dashboard.</li>
        </ol>
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to={paths.dashboard} className={buttonClass('ink')}>
            Go to the dashboard
          </Link>
          <Link to={paths.home} className={buttonClass('line')}>
            Back to the start page
          </Link>
        </div>
      </Section>
    </Page>
  )
}

/** The same page after a top-up: it follows the money into the wallet. */
function TopUpDone({ id, session }: { id: string; session: string | null }) {
  return (
    <Page title="Payment Successful" lede="Thank you.">
      <Section title="Top-up">
        <TopUpReceipt id={id} />
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to={paths.billing} className={buttonClass('ink')}>
            Back to Billing
          </Link>
          <Link to={paths.dashboard} className={buttonClass('line')}>
            Go to the dashboard
          </Link>
        </div>
      </Section>
      {session && (
        <Section title="Payment session">
          <p className="font-mono text-sm break-all">{session}</p>
        </Section>
      )}
    </Page>
  )
}
