import { useState } from 'react'
import { track } from '../../api/analytics.ts'
import { call } from '../../api/client.ts'
import { leaveFor, submits, useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'

/** An email, and on to the payment provider's page for one euro. */
export function ReservationForm() {
  const [email, setEmail] = useState('')
  const { busy, refusal, run } = useAction(async () => {
    track('waitlist_join')
    const { url } = await reserve(email.trim())
    track('payment_intent', { amount: 1, currency: 'EUR' })
    await leaveFor(url)
  })
  return (
    <form onSubmit={submits(run)} className="mt-8 space-y-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label="Email"
          type="email"
          className="min-w-0 flex-1 basis-56 sm:max-w-sm"
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          required
        />
        <Button type="submit" variant="accent" busy={busy}>
          Reserve for €1
        </Button>
      </div>
      {refusal && <Problem>{refusal}</Problem>}
      <ReservedCount />
    </form>
  )
}

async function reserve(email: string) {
  try {
    return await call('createReservation', { body: { email } })
  } catch (error) {
    track('form_error', { form: 'early_access' })
    throw error
  }
}

/** How many have done so; silent until somebody has. */
function ReservedCount() {
  const { data } = useCall('countReservations', {}, { revalidateOnFocus: false })
  if (!data || data.reserved === 0) return null
  const spots = data.reserved === 1 ? '1 spot is' : `${data.reserved} spots are`
  return <p className="text-sm text-muted">{spots} reserved so far.</p>
}
