import type { Provider } from '@viva-voce/contract'
import { Navigate, useSearchParams } from 'react-router'
import { useSession } from '../api/session.ts'
import { signInAddress } from '../api/sign-in.ts'
import { productName } from '../brand.ts'
import { paths } from '../paths.ts'
import { homeOf, mustChoose } from '../roles.ts'
import { Button } from '../ui/Button.tsx'
import { frame } from '../ui/Page.tsx'
import { Problem } from '../ui/Problem.tsx'
import { Waveform } from '../ui/Waveform.tsx'

const providers: { id: Provider; label: string }[] = [
  { id: 'google', label: 'Continue with Google' },
  { id: 'github', label: 'Continue with GitHub' },
]

export function Login() {
  const me = useSession()
  const [query] = useSearchParams()
  if (me) return <Navigate to={mustChoose(me) ? paths.chooseRole : homeOf(me.role)} replace />
  const refusal = query.get('error')
  const leaveFor = (provider: Provider) => {
    window.location.assign(signInAddress(provider, query.get('role') ?? 'client'))
  }
  return (
    <div className={`${frame} grid gap-x-8 gap-y-12 py-16 sm:py-24 lg:grid-cols-12`}>
      <title>{`Sign in · ${productName}`}</title>
      <div className="lg:col-span-5">
        <h1 className="text-3xl">Sign in</h1>
        <p className="mt-4 text-muted">New here? Choose your role after login.</p>
        {refusal && (
          <div className="mt-6">
            <Problem>{refusal}</Problem>
          </div>
        )}
        <div className="mt-8 grid max-w-sm gap-3">
          {providers.map(({ id, label }) => (
            <Button
              key={id}
              variant="line"
              onClick={() => leaveFor(id)}
              className="justify-start! bg-raised"
            >
              <ProviderMark id={id} />
              {label}
            </Button>
          ))}
        </div>
        <p className="mt-6 max-w-sm text-xs text-muted">
          We read your name and your verified email from the provider, and nothing else.
        </p>
      </div>
      <div className="hidden lg:col-span-6 lg:col-start-7 lg:block">
        <Waveform bars={104} className="h-64 w-full" />
        <p className="border-t border-ink pt-3 text-xs text-muted">
          <em className="not-italic text-ink">Viva voce</em>, Latin: by the living voice.
        </p>
      </div>
    </div>
  )
}

/** The providers' initials; their logos are theirs. */
function ProviderMark({ id }: { id: Provider }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-6 place-items-center border border-current font-mono text-2xs"
    >
      {id === 'google' ? 'G' : 'GH'}
    </span>
  )
}
