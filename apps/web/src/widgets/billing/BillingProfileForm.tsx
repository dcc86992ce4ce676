import type { BillingProfile } from '@viva-voce/contract'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { ApiError, sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Whom invoices are made out to. */
export function BillingProfileForm() {
  const { data, error, mutate } = useCall('getBillingProfile', {}, { revalidateOnFocus: false })
  if (error && !data) return <Problem>{sentence(error)}</Problem>
  if (!data) return <Skeleton />
  return <ProfileForm saved={data} onSaved={(profile) => mutate(profile, { revalidate: false })} />
}

const fields = ['billing_company', 'billing_address', 'billing_country', 'billing_vat_id'] as const

function ProfileForm({
  saved,
  onSaved,
}: {
  saved: BillingProfile
  onSaved: (profile: BillingProfile) => void
}) {
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle')
  const [refusal, setRefusal] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [company, address, country, vatId] = fields.map((name) => String(form.get(name) ?? ''))
    setState('saving')
    setRefusal(null)
    try {
      const body = {
        billing_company: company!,
        billing_address: address!,
        billing_country: country!,
        billing_vat_id: vatId!,
      }
      onSaved(await call('saveBillingProfile', { body }))
      setState('saved')
    } catch (error) {
      setState('idle')
      setRefusal(error instanceof ApiError && error.problem ? error.message : 'error')
    }
  }
  return (
    <form onSubmit={submit} className="max-w-3xl space-y-5" onChange={() => setState('idle')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Company"
          name="billing_company"
          defaultValue={saved.billing_company}
          maxLength={200}
          autoComplete="organization"
        />
        <Field
          label="Country"
          name="billing_country"
          defaultValue={saved.billing_country}
          maxLength={2}
          hint="Two letters, such as DE or FR."
          autoComplete="country"
        />
        <Field
          label="Address"
          name="billing_address"
          defaultValue={saved.billing_address}
          maxLength={300}
          autoComplete="street-address"
        />
        <Field
          label="VAT ID of the company"
          name="billing_vat_id"
          defaultValue={saved.billing_vat_id}
          maxLength={20}
          hint={vatHint(saved)}
          autoComplete="off"
        />
      </div>
      {refusal && <Problem>{refusal}</Problem>}
      <div className="flex items-center gap-4">
        <Button type="submit" busy={state === 'saving'}>
          Save
        </Button>
        <p role="status" className="text-sm text-muted">
          {state === 'saving' && 'Saving…'}
          {state === 'saved' && 'Saved'}
        </p>
      </div>
    </form>
  )
}

function vatHint(saved: BillingProfile): string {
  if (!saved.billing_vat_id) return 'Empty for a private customer.'
  if (saved.vat_id_valid === null) return 'VIES has not answered yet: VAT is charged until it does.'
  const proof = saved.consultation_number ? ` (${saved.consultation_number})` : ''
  return saved.vat_id_valid ? `Valid by VIES${proof}.` : 'Not valid by VIES: VAT is charged.'
}
