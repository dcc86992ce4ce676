import { useState } from 'react'
import { sentence } from '../../api/errors.ts'
import type { Take } from '../../api/synthesize.ts'
import { useCall } from '../../api/use-call.ts'
import { formatPrice } from '../../format/money.ts'
import { previewToken } from '../../format/token.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { EscrowBadge } from '../EscrowBadge.tsx'

const pollMs = 5_000

/** What a test synthesis cost, its licence and its held payment, which is looked at again every 5 s while pending. */
export function TestTake({ take }: { take: Take }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const { data, error } = useCall(
    'getEscrow',
    { params: { payment_intent_id: take.paymentIntentId } },
    { refreshInterval: (latest) => (latest && latest.state !== 'PENDING' ? 0 : pollMs) },
  )
  return (
    <section aria-label="Test synthesis" className="w-full max-w-lg">
      <Facts
        facts={[
          ['Price', take.priceEur === null ? '–' : `${formatPrice(take.priceEur)} net`],
          [
            'Licence',
            <span key="licence" className="flex flex-wrap items-center gap-3">
              <code>{previewToken(take.licenceToken)}</code>
              <CopyButton
                text={take.licenceToken}
                confirmMs={1_500}
                onRefused={() => setRefusal('Failed to copy token')}
              />
            </span>,
          ],
          [
            'Escrow',
            <span key="escrow" role="status">
              {data ? <EscrowBadge state={data.state} /> : 'Checking…'}
            </span>,
          ],
        ]}
      />
      {refusal && <Problem>{refusal}</Problem>}
      {error && !data && <Problem>{sentence(error, 'escrow')}</Problem>}
    </section>
  )
}
