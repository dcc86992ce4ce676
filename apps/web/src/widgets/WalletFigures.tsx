import { sentence } from '../api/errors.ts'
import { useCall } from '../api/use-call.ts'
import { formatTotal } from '../format/money.ts'
import { Problem } from '../ui/Problem.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** What the wallet holds, what running syntheses keep of it, and what is left. */
export function WalletFigures() {
  const { data, error } = useCall('getWallet', {})
  if (error) return <Problem>{sentence(error)}</Problem>
  if (!data) return <Skeleton lines={2} />
  const figures = [
    ['Available', data.available_eur],
    ['Balance', data.balance_eur],
    ['Held by running syntheses', data.held_eur],
  ] as const
  return (
    <dl aria-label="Wallet" className="flex flex-wrap gap-x-12 gap-y-6">
      {figures.map(([name, eur], i) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd
            className={
              i === 0
                ? 'font-display text-2xl font-semibold tracking-tight tabular-nums'
                : 'mt-2 text-lg tabular-nums'
            }
          >
            {formatTotal(eur)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
