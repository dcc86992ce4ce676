import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useSession, useSessionActions } from '../../api/session.ts'
import { submits, useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { notify } from '../toast.ts'

/** Makes the signed-in person a voice talent. */
export function Registration() {
  const me = useSession()
  const { refresh } = useSessionActions()
  const [name, setName] = useState('')
  const [email, setEmail] = useState(me?.email ?? '')
  const { busy, refusal, refuse, run } = useAction(async () => {
    await call('registerTalent', { body: { name: name.trim(), email: email.trim() } })
    void notify('You are registered as a voice talent.')
    await refresh()
  }, 'register')
  const submit = () => (name.trim() && email.trim() ? run() : refuse('Please enter name and email'))
  return (
    <form onSubmit={submits(submit)} noValidate className="max-w-3xl space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Name"
          hint="As it stands beside your voices and on your statements."
          maxLength={120}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="Email"
          hint="Where we reach you about your voices and payouts."
          type="email"
          maxLength={254}
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      {refusal && <Problem>{refusal}</Problem>}
      <Button type="submit" variant="accent" busy={busy}>
        Register as a talent
      </Button>
    </form>
  )
}
