import { Link } from 'react-router'
import { docsUrl } from '../../hosts.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { frame } from '../../ui/Page.tsx'
import { Waveform } from '../../ui/Waveform.tsx'

const sheet = [
  ['Launch', 'Q3 2025 (August 2025)'],
  ['Early adopters', '50+'],
  ['Reservation', '€1'],
  ['Made for', 'Studios, podcasters and creators in the EU'],
] as const

export function Hero() {
  return (
    <section aria-label="Introduction" className="pt-12 sm:pt-20">
      <div className={`${frame} grid items-end gap-x-8 gap-y-10 lg:grid-cols-12`}>
        <div className="lg:col-span-9">
          <h1 className="max-w-[7.6em] text-4xl sm:text-wrap">
            Synthetic voices with their papers in order.
          </h1>
        </div>
        <dl className="text-xs lg:col-span-3">
          {sheet.map(([term, fact]) => (
            <div key={term} className="flex gap-4 border-t border-rule py-2 last:border-b">
              <dt className="w-28 shrink-0 text-muted">{term}</dt>
              <dd className="font-medium">{fact}</dd>
            </div>
          ))}
        </dl>
        <div className="lg:col-span-7">
          <p className="max-w-[46ch] text-lg">
            Pick a licensed voice and hear your text in seconds. Every take is watermarked, carries
            a licence that anyone can check, and pays the person behind the voice.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to={paths.login} className={buttonClass('accent')}>
              Login
            </Link>
            <ExternalLink href={docsUrl} className={buttonClass('line')}>
              Read the API Docs
            </ExternalLink>
            <Link to={paths.voices} className={buttonClass('quiet')}>
              Hear the voices
            </Link>
          </div>
        </div>
      </div>
      <figure className="mt-12 sm:mt-16">
        <Waveform bars={208} live className="hidden h-64 w-full sm:block" />
        <Waveform bars={92} live className="h-36 w-full sm:hidden" />
        <figcaption className="border-t border-ink py-3 text-xs text-muted">
          <span className={`${frame} flex flex-wrap justify-between gap-x-8`}>
            <span>
              Fig. 1. One take. The <span className="text-accent">marked bars</span> spell a hidden
              rhythm.
            </span>
            <span>You would not hear it. Our detector reads it back.</span>
          </span>
        </figcaption>
      </figure>
    </section>
  )
}
