import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { sentence } from '../../api/errors.ts'
import { useSession, useSessionActions } from '../../api/session.ts'
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
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim() || !email.trim()) return setRefusal('Please enter name and email')
    setBusy(true)
    setRefusal(null)
    try {
      await call('registerTalent', { body: { name: name.trim(), email: email.trim() } })
      void notify('You are registered as a voice talent.')
      await refresh()
    } catch (error) {
      setRefusal(sentence(error, 'register'))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate className="max-w-3xl space-y-4">
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
