import { routes } from '@viva-voce/contract'
import { useState } from 'react'
import { address } from '../../api/client.ts'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { formatTotal } from '../../format/money.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { SampleInstead } from '../../ui/SampleInstead.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { pagingWords, royaltiesPerPage } from './paging.ts'
import { RoyaltyTable } from './RoyaltyTable.tsx'
import { sampleRoyalties, sampleSummary } from './sample.ts'

/** Totals over everything, and the entries five at a time. */
export function RoyaltyLedger() {
  /** Where each page before this one ended. */
  const [ends, setEnds] = useState<string[]>([])
  const cursor = ends.at(-1)
  const query = { limit: royaltiesPerPage, ...(cursor && { cursor }) }
  const list = useCall('listRoyalties', { query }, { keepPreviousData: true })
  const summary = useCall('getRoyaltySummary', {})
  const error = list.error ?? summary.error
  if (error && (!list.data || !summary.data)) return <Sample error={error} />
  if (!list.data || !summary.data) return <Skeleton lines={4} />
  if (summary.data.entries === 0) {
    return (
      <EmptyState>
        No royalty data available yet. This fills after syntheses tied to a talent account (custom
        voice_id uploads).
      </EmptyState>
    )
  }
  const rows = list.data
  const words = pagingWords(ends.length + 1, rows.length, summary.data.entries)
  return (
    <div className="space-y-8">
      <Totals paid={summary.data.paid_eur} pending={summary.data.pending_eur} />
      <RoyaltyTable rows={rows} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-sm text-muted" role="status">
          {words.range}
          <span className="ml-4">{words.position}</span>
        </p>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="line"
            size="sm"
            disabled={ends.length === 0}
            onClick={() => setEnds(ends.slice(0, -1))}
          >
            Previous
          </Button>
          <Button
            variant="line"
            size="sm"
            disabled={words.isLast || list.isLoading}
            onClick={() => setEnds([...ends, rows.at(-1)!.id])}
          >
            Next
          </Button>
          <a href={address(routes.downloadRoyalties)} className={buttonClass('quiet', 'sm')}>
            All as CSV
          </a>
        </div>
      </div>
    </div>
  )
}

function Totals({ paid, pending }: { paid: number; pending: number }) {
  return (
    <Figures
      label="Royalty totals"
      figures={[
        ['Total Paid', formatTotal(paid)],
        ['Pending', formatTotal(pending)],
      ]}
    />
  )
}

function Sample({ error }: { error: unknown }) {
  return (
    <SampleInstead
      problem={sentence(error, 'royalties')}
      note="This is how your royalties will look."
    >
      <div className="space-y-6">
        <Totals paid={sampleSummary.paid_eur} pending={sampleSummary.pending_eur} />
        <RoyaltyTable rows={sampleRoyalties} />
      </div>
    </SampleInstead>
  )
}
