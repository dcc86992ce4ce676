import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { track } from '../api/analytics.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Page } from '../ui/Page.tsx'

export function Cancel() {
  const [query] = useSearchParams()
  const isTopUp = query.has('topup')
  useEffect(() => {
    if (!isTopUp) track('checkout_cancel', { amount: 1, currency: 'EUR' })
  }, [isTopUp])
  return (
    <Page
      title="Payment Canceled"
      lede="No worries—your card was not charged. You can try again anytime."
    >
      <div className="flex flex-wrap gap-3 border-t border-ink pt-8">
        <Link to={paths.home} className={buttonClass('ink')}>
          Back to the start page
        </Link>
        <Link to={paths.dashboard} className={buttonClass('line')}>
          Go to the dashboard
        </Link>
      </div>
    </Page>
  )
}
