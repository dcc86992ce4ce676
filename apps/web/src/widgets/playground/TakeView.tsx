import { lazy, Suspense } from 'react'
import type { Take } from '../../api/synthesize.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { EscrowProgress } from './EscrowProgress.tsx'
import { Receipt } from './Receipt.tsx'

const Player = lazy(() => import('./Player.tsx'))

/** A finished take: the sound, its receipt, and what becomes of the payment. */
export function TakeView({ take }: { take: Take }) {
  return (
    <div className="border-t border-ink">
      <div className="px-5 py-6 sm:px-8">
        <Suspense fallback={<Skeleton lines={2} />}>
          <Player audio={take.audio} fileName={take.fileName} />
        </Suspense>
      </div>
      <div className="grid border-t border-dashed border-ink lg:grid-cols-12">
        <div className="min-w-0 px-5 py-6 sm:px-8 lg:col-span-6 lg:border-r lg:border-dashed lg:border-ink">
          <Receipt take={take} />
        </div>
        <div className="min-w-0 border-t border-dashed border-ink px-5 py-6 sm:px-8 lg:col-span-6 lg:border-t-0">
          <EscrowProgress paymentIntentId={take.paymentIntentId} />
        </div>
      </div>
    </div>
  )
}
