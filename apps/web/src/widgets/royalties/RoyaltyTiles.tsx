import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { formatTotal } from '../../format/money.ts'
import { Figures } from '../../ui/Figures.tsx'
import { Problem } from '../../ui/Problem.tsx'

/** The four figures of the royalties page; `Loading…` is their first state only. */
export function RoyaltyTiles() {
  const { data, error } = useCall('getRoyaltySummary', {})
  if (error && !data) return <Problem>{sentence(error, 'royalties')}</Problem>
  const euro = (value: number | undefined) =>
    value === undefined ? 'Loading…' : formatTotal(value)
  return (
    <Figures
      label="Royalty summary"
      figures={[
        ['Total Paid', euro(data?.paid_eur)],
        ['Pending', euro(data?.pending_eur)],
        ['Active Talents', data ? String(data.active_talents) : 'Loading…'],
        ['This Month', euro(data?.this_month_eur)],
      ]}
    />
  )
}
