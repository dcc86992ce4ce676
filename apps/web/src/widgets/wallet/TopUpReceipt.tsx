import { useSWRConfig } from 'swr'
import { sentence } from '../../api/errors.ts'
import { answersOf, useCall } from '../../api/use-call.ts'
import { formatTotal } from '../../format/money.ts'
import { Problem } from '../../ui/Problem.tsx'

/** Follows a top-up from the provider's page to the wallet. */
export function TopUpReceipt({ id }: { id: string }) {
  const { mutate } = useSWRConfig()
  const { data, error } = useCall(
    'getTopUp',
    { params: { payment_id: id } },
    {
      refreshInterval: (latest) => (latest && latest.state !== 'open' ? 0 : 1_500),
      onSuccess: (latest) => {
        if (latest.state === 'paid') void mutate(answersOf('getWallet'))
      },
    },
  )
  if (error) return <Problem>{sentence(error)}</Problem>
  const amount = data ? formatTotal(data.amount_eur) : ''
  const words = {
    open: `Waiting for the payment of ${amount} to be confirmed.`,
    paid: `${amount} is in your wallet.`,
    failed: `The payment of ${amount} failed.`,
    expired: `The payment of ${amount} was not made in time.`,
  }
  return (
    <p role="status" className="text-lg">
      {data ? words[data.state] : 'Looking up your payment …'}
    </p>
  )
}
