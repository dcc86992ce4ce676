import { frame } from '../ui/Page.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** Stands in for a page until its code or the session is there. */
export function PageLoading() {
  return (
    <div className={`${frame} py-16`}>
      <Skeleton lines={4} />
    </div>
  )
}
