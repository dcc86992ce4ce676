import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { track } from '../api/analytics.ts'
import { productName } from '../brand.ts'
import { frame } from '../ui/Page.tsx'
import { EarlyAccess } from '../widgets/landing/EarlyAccess.tsx'
import { Features } from '../widgets/landing/Features.tsx'
import { Hero } from '../widgets/landing/Hero.tsx'
import { QuickstartSection } from '../widgets/landing/QuickstartSection.tsx'
import { Testimonial } from '../widgets/landing/Testimonial.tsx'

export function Landing() {
  const [query] = useSearchParams()
  useEffect(() => track('landing_page_view'), [])
  return (
    <>
      <title>{`${productName} · Licensed synthetic voices for the EU`}</title>
      {query.get('deleted') === '1' && (
        <p role="status" className="bg-ok-soft py-3 text-sm text-ok">
          <span className={`${frame} block`}>
            Your account is scheduled for deletion and you are signed out. Your data is removed
            after 30 days.
          </span>
        </p>
      )}
      <Hero />
      <Features />
      <QuickstartSection />
      <Testimonial />
      <EarlyAccess />
    </>
  )
}
