import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'

type Outcome = 'validating' | 'valid' | 'invalid' | 'unknown' | 'error'

const words: Record<Outcome, [tone: Tone, text: string]> = {
  validating: ['neutral', 'Validating…'],
  valid: ['ok', 'Valid (reverse-charge)'],
  invalid: ['bad', 'Invalid'],
  unknown: ['warn', 'Unknown'],
  error: ['bad', 'error'],
}

/** Checks a VAT ID with VIES; what VIES does not say is unknown. */
export function VatIdForm() {
  const [vatId, setVatId] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [detail, setDetail] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setOutcome('validating')
    setDetail(null)
    try {
      const check = await call('validateVatId', { body: { vat_id: vatId } })
      setOutcome(check.valid === null ? 'unknown' : check.valid ? 'valid' : 'invalid')
      setDetail(detailOf(check.consultation_number, check.reason))
    } catch {
      setOutcome('error')
    }
  }
  return (
    <form onSubmit={submit} className="max-w-3xl space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label="VAT ID"
          placeholder="DE123456789"
          className="min-w-0 flex-1 basis-64"
          value={vatId}
          maxLength={20}
          required
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setVatId(event.target.value)}
        />
        <Button type="submit" busy={outcome === 'validating'}>
          Validate
        </Button>
      </div>
      <p role="status" className="flex flex-wrap items-center gap-3 text-sm text-muted">
        {outcome && <Badge tone={words[outcome][0]}>{words[outcome][1]}</Badge>}
        {detail}
      </p>
    </form>
  )
}

function detailOf(consultationNumber: string | null, reason: string | null): string | null {
  if (consultationNumber) return `Consultation number ${consultationNumber}`
  if (reason === null || reason === 'INVALID') return null
  if (reason === 'format') return 'The format or a check digit is wrong.'
  return 'VIES does not answer at the moment; it will be asked again.'
}
