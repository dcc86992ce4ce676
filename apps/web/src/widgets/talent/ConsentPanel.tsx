import { useState } from 'react'
import useSWR from 'swr'
import { useConsentAudit } from '../../api/consent-audit.ts'
import { sentence } from '../../api/errors.ts'
import { readLegalDocument } from '../../api/legal.ts'
import { formatMoment } from '../../format/time.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type ConsentAction, ConsentDialog } from './ConsentDialog.tsx'
import { ConsentText } from './ConsentText.tsx'
import { consentState } from './consent-state.ts'

/** What a talent agrees to, whether they do, and the one action that changes it. */
export function ConsentPanel({ talentId }: { talentId: string }) {
  const audit = useConsentAudit(talentId)
  const text = useSWR<string, Error>(['legal', 'consent'], () => readLegalDocument('consent'), {
    revalidateOnFocus: false,
  })
  const [asking, setAsking] = useState<ConsentAction | null>(null)
  const state = audit.entries && consentState(audit.entries[0], text.data)
  return (
    <div className="space-y-5">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div role="status" className="min-w-0 flex-1 basis-72">
          {!state && !audit.error && <Skeleton lines={1} />}
          {state && (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <Badge tone={state.tone}>{state.word}</Badge>
              <span className="text-muted">
                {state.since
                  ? `Since ${formatMoment(state.since)}, text of ${state.version}`
                  : 'Your voices stay silent until you consent.'}
              </span>
            </p>
          )}
        </div>
        {state?.mayGrant && (
          <Button variant="accent" onClick={() => setAsking('grant')}>
            {state.isOutdated ? 'Agree to the new text' : 'Grant consent'}
          </Button>
        )}
        {state?.mayRevoke && (
          <Button variant="danger" onClick={() => setAsking('revoke')}>
            Revoke consent
          </Button>
        )}
      </div>
      {state?.isOutdated && (
        <p className="border-l-2 border-warn pl-3 text-sm text-warn">
          The text has changed since you agreed. What you agreed to still counts; please read the
          new text and agree to it.
        </p>
      )}
      {audit.error !== undefined && !audit.entries && (
        <Problem>{sentence(audit.error, 'audit')}</Problem>
      )}
      <ConsentText text={text.data} error={text.error} />
      <ConsentDialog
        action={asking}
        talentId={talentId}
        onClose={() => setAsking(null)}
        onDone={() => {
          setAsking(null)
          void audit.reload()
        }}
      />
    </div>
  )
}
