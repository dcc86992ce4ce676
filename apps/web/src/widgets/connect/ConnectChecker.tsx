import type { ConnectStatus } from '@viva-voce/contract'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { submits, useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ConnectFacts } from './ConnectFacts.tsx'

/** Looks up the payout account of a talent by id; a talent sees their own, an administrator any. */
export function ConnectChecker() {
  const [talentId, setTalentId] = useState('')
  const [status, setStatus] = useState<ConnectStatus | null>(null)
  const { busy, refusal, run } = useAction(async () => {
    setStatus(null)
    setStatus(await call('getConnectStatus', { params: { talent_id: talentId.trim() } }))
  })
  return (
    <form onSubmit={submits(run)} className="max-w-3xl space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label="Talent ID"
          className="min-w-0 flex-1 basis-64 [&_input]:font-mono"
          placeholder="tal_…"
          spellCheck={false}
          autoComplete="off"
          value={talentId}
          onChange={(event) => setTalentId(event.target.value)}
        />
        <Button type="submit" busy={busy} disabled={talentId.trim() === ''}>
          Check status
        </Button>
      </div>
      {refusal && <Problem>{refusal}</Problem>}
      {status && <ConnectFacts status={status} />}
    </form>
  )
}
