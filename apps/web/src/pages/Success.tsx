import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { track } from '../api/analytics.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Page, Section } from '../ui/Page.tsx'

export function Success() {
  const [query] = useSearchParams()
  const session = query.get('session_id')
  useEffect(() => track('checkout_success', { amount: 1, currency: 'EUR' }), [])
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
