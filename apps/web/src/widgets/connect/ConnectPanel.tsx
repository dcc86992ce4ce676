import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../api/client.ts'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ConnectFacts } from './ConnectFacts.tsx'

/** A talent's account for payouts: how it stands, and the two ways to get one. */
export function ConnectPanel({ talentId }: { talentId: string }) {
  const [query] = useSearchParams()
  const { data, error } = useCall('getConnectStatus', { params: { talent_id: talentId } })
  const [busy, setBusy] = useState<'onboard' | 'oauth' | null>(null)
  const [refusal, setRefusal] = useState<string | null>(query.get('connect_error'))
  const go = async (way: 'onboard' | 'oauth') => {
    setBusy(way)
    setRefusal(null)
    const [name, action, none] =
      way === 'onboard'
        ? (['onboardTalent', 'onboard', 'Onboarding URL not returned'] as const)
        : (['startStripeOauth', 'stripeOauth', 'OAuth URL not returned'] as const)
    try {
      const { url } = await call(name, { body: { talent_id: talentId } })
      if (url) return window.location.assign(url)
      setRefusal(none)
    } catch (error) {
      setRefusal(sentence(error, action))
    }
    setBusy(null)
  }
  return (
    <div className="max-w-xl space-y-6">
      {error && <Problem>{sentence(error)}</Problem>}
      {!data && !error && <Skeleton lines={4} />}
      {data?.account_id && <ConnectFacts status={data} />}
      {data && !data.account_id && (
        <p className="text-sm text-muted">
          No account is connected yet. Payouts start once one is, and wait for it until then.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button busy={busy === 'onboard'} onClick={() => void go('onboard')}>
          {data?.account_id ? 'Continue onboarding' : 'Start onboarding'}
        </Button>
        <Button variant="line" busy={busy === 'oauth'} onClick={() => void go('oauth')}>
          Connect an existing account
        </Button>
      </div>
      {refusal && <Problem>{refusal}</Problem>}
    </div>
  )
}
