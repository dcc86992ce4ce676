import type { UsagePoint } from '@viva-voce/contract'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { Figures } from '../../ui/Figures.tsx'
import { SampleInstead } from '../../ui/SampleInstead.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { sampleUsage, usageTotals } from './figures.ts'
import { UsageChart } from './UsageChart.tsx'

/** The last 30 days: a chart, and three tiles whose `Loading…` is their first state only. */
export function UsagePanel() {
  const { data, error } = useCall('getUsage', { query: {} })
  if (error && !data) {
    return (
      <SampleInstead problem={sentence(error, 'usage')} note="This is how your usage will look.">
        <UsageFigures days={sampleUsage} />
      </SampleInstead>
    )
  }
  return <UsageFigures days={data} />
}

function UsageFigures({ days }: { days: readonly UsagePoint[] | undefined }) {
  const totals = days && usageTotals(days)
  const number = (value: number | undefined, digits = 0) =>
    value === undefined
      ? 'Loading…'
      : value.toLocaleString('en-IE', { maximumFractionDigits: digits })
  return (
    <div className="space-y-8">
      {days ? <UsageChart days={days} /> : <Skeleton lines={5} />}
      <Figures
        label="Usage of the last 30 days"
        figures={[
          ['Total Requests', number(totals?.requests)],
          ['Total Seconds', number(totals?.seconds, 1)],
          ['Avg per Day', number(totals?.requestsPerDay, 1)],
        ]}
      />
    </div>
  )
}
