import type { Quote } from '@viva-voce/contract'
import { sentence } from '../../api/errors.ts'
import type { SynthesisInput } from '../../api/synthesize.ts'
import { useCall } from '../../api/use-call.ts'
import { formatPrice } from '../../format/money.ts'
import { formatSeconds } from '../../format/time.ts'
import { arithmetic } from './arithmetic.ts'
import { useDebounced } from './use-debounced.ts'

interface QuoteLineProps {
  request: SynthesisInput | null
  /** True while the Speak button tells its own refusal, which would be the same one. */
  quiet: boolean
}

/** What the text would cost, asked again when typing pauses. */
export function QuoteLine({ request, quiet }: QuoteLineProps) {
  const asked = useDebounced(request && JSON.stringify(request), 350)
  const { data, error } = useCall(
    'quoteSynthesis',
    asked === null ? null : { body: JSON.parse(asked) },
    { keepPreviousData: true, revalidateOnFocus: false },
  )
  const shown = request && !error ? data : undefined
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="text-xs text-muted">Estimated price</p>
      <p
        aria-live="polite"
        className="font-display text-2xl leading-tight font-semibold tracking-tight tabular-nums"
      >
        {shown ? formatPrice(shown.estimated_gross_eur) : '–'}
      </p>
      <p className="mt-1 min-h-5 text-xs text-muted">
        {shown && <Explanation quote={shown} />}
        {error && request && !quiet && sentence(error)}
      </p>
    </div>
  )
}

function Explanation({ quote }: { quote: Quote }) {
  return (
    <span className="font-mono text-2xs" title={`About ${formatSeconds(quote.estimated_seconds)}`}>
      {arithmetic(quote)}
    </span>
  )
}
