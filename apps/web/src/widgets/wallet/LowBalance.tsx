import { Link } from 'react-router'
import { useCall } from '../../api/use-call.ts'
import { formatTotal } from '../../format/money.ts'
import { paths } from '../../paths.ts'

/** Says that the balance is low, or that something is owed; nothing while all is well. */
export function LowBalance() {
  const { data } = useCall('getWallet', {})
  if (!data || (!data.is_low && data.owed_eur === 0)) return null
  return (
    <p role="status" className="mb-8 border-l-2 border-warn bg-warn-soft px-4 py-3 text-sm">
      {data.owed_eur > 0
        ? `A payment was taken back, and ${formatTotal(data.owed_eur)} of it is missing. The next top-up pays it first. `
        : `Your balance of ${formatTotal(data.balance_eur)} is below ${formatTotal(data.low_balance_eur)}. `}
      {data.automatic_top_up.stopped &&
        `Automatic top-ups have stopped. ${data.automatic_top_up.stopped} `}
      <Link to={paths.billing} className="underline underline-offset-4">
        Top up in Billing
      </Link>
    </p>
  )
}
