import { frame } from '../../ui/Page.tsx'
import { ReservationForm } from './ReservationForm.tsx'

export function EarlyAccess() {
  return (
    <section aria-label="Early access" className={`${frame} py-20 sm:py-28`}>
      <div className="grid border border-ink bg-raised lg:grid-cols-12">
        <div className="flex items-center border-b border-dashed border-ink p-8 sm:p-12 lg:col-span-4 lg:border-r lg:border-b-0">
          <p className="font-display text-[7rem] leading-none font-semibold tracking-tighter sm:text-[10rem]">
            €1
          </p>
        </div>
        <div className="p-8 sm:p-12 lg:col-span-8">
          <h2 className="text-2xl">Reserve your spot for one euro</h2>
          <p className="mt-4 max-w-[56ch] text-muted">
            Early access launches in Q3 2025 (August 2025). A €1 reservation keeps your place in the
            private beta, beside 50+ early adopters.
          </p>
          <ReservationForm />
        </div>
      </div>
    </section>
  )
}
