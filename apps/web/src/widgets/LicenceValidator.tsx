import type { LicenceCheck } from '@viva-voce/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { submits, useAction } from '../api/use-action.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Problem } from '../ui/Problem.tsx'
import { LicenceFacts } from './LicenceFacts.tsx'

/** Checks any licence token; Enter submits. */
export function LicenceValidator() {
  const [token, setToken] = useState('')
  const [check, setCheck] = useState<LicenceCheck | null>(null)
  const { busy, refusal, refuse, run } = useAction(async () => {
    setCheck(await call('checkLicence', { params: { token: token.trim() } }))
  }, 'licence')
  const submit = () => {
    setCheck(null)
    return token.trim() === '' ? refuse('Please enter a JWT token') : run()
  }
  return (
    <form onSubmit={submits(submit)} className="max-w-3xl space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label="Licence token (JWT)"
          className="min-w-0 flex-1 basis-64 [&_input]:font-mono"
          value={token}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setToken(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          Validate
        </Button>
      </div>
      {refusal && <Problem>{refusal}</Problem>}
      {check && <LicenceFacts check={check} />}
    </form>
  )
}
