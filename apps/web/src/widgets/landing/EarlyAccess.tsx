import { Button } from '../../ui/Button.tsx'
import { frame } from '../../ui/Page.tsx'

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
          <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button variant="accent" disabled aria-describedby="reservation-note">
              Reserve for €1
            </Button>
            <p id="reservation-note" className="text-sm text-muted">
              Reservations open soon. You can already sign in and try every voice.
            </p>
          </div>
        </div>
      </div>
    </section>
  )
}
