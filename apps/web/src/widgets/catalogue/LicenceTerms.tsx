import { usageHundredths, usage as usages } from '@viva-voce/contract'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { usageNames } from '../playground/usage-names.ts'

const terms = [
  'Non-exclusive, for the usage that you name when the take is made, without an end.',
  'Every take is watermarked and says in its file that it is AI-generated; both must stay.',
  'When a talent withdraws consent, nothing new is made; what you have licensed stays valid unless a takedown is upheld.',
  'Samples on this page are to be listened to. They carry the mark, but no licence.',
]

/** What a licence allows, and how its usage changes the price. */
export function LicenceTerms() {
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
      <div>
        <ul className="space-y-2 text-sm">
          {terms.map((term) => (
            <li key={term} className="flex gap-3">
              <span aria-hidden="true" className="mt-3 h-px w-4 shrink-0 bg-accent" />
              {term}
            </li>
          ))}
        </ul>
        <p className="mt-4 text-sm text-muted">
          In full:{' '}
          <Link to={paths.legalDocument('tos')} className="text-ink underline underline-offset-4">
            Terms of Service
          </Link>
        </p>
      </div>
      <div>
        <p className="text-sm">
          A take costs its seconds × the price of the voice × the factor of its usage, at least
          €0.01, plus VAT where it is due.
        </p>
        <dl aria-label="Usage factors" className="mt-4 grid grid-cols-2 gap-x-8 text-sm">
          {usages.options.map((usage) => (
            <div key={usage} className="flex justify-between gap-3 border-t border-rule py-1.5">
              <dt className="text-muted">{usageNames[usage]}</dt>
              <dd className="font-mono text-xs leading-6">× {usageHundredths[usage] / 100}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}
