import type { LicenceCheck } from '@viva-voce/contract'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import type { Take } from '../../api/synthesize.ts'
import { useAction } from '../../api/use-action.ts'
import { formatPrice } from '../../format/money.ts'
import { formatSeconds } from '../../format/time.ts'
import { previewToken } from '../../format/token.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { LicenceFacts } from '../LicenceFacts.tsx'

/** What the take cost and under which licence it may be used. */
export function Receipt({ take }: { take: Take }) {
  const [check, setCheck] = useState<LicenceCheck | null>(null)
  const { busy, refusal, refuse, run } = useAction(async () => {
    setCheck(await call('checkLicence', { params: { token: take.licenceToken } }))
  }, 'licence')
  return (
    <section aria-label="Receipt" className="space-y-4">
      <h3 className="text-lg">Receipt</h3>
      <Facts
        facts={[
          ['Synthesis', <code key="id">{take.synthesisId}</code>],
          ['Length', take.seconds === null ? '–' : formatSeconds(take.seconds)],
          ['Price', priceWords(take)],
          [
            'Licence',
            <div key="licence" className="flex flex-wrap items-center gap-2">
              <code className="mr-2">{previewToken(take.licenceToken)}</code>
              <CopyButton
                text={take.licenceToken}
                confirmMs={1_500}
                onRefused={() => refuse('Failed to copy token')}
              />
              <Button variant="line" size="sm" busy={busy} onClick={run}>
                Check licence
              </Button>
            </div>,
          ],
        ]}
      />
      {refusal && <Problem>{refusal}</Problem>}
      {check && <LicenceFacts check={check} />}
    </section>
  )
}

function priceWords({ priceEur, vatEur }: Take): string {
  if (priceEur === null) return '–'
  return vatEur ? `${formatPrice(priceEur)} plus ${formatPrice(vatEur)} VAT` : formatPrice(priceEur)
}
