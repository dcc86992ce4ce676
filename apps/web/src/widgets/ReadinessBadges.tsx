import { useCall } from '../api/use-call.ts'
import { Badge } from '../ui/Badge.tsx'

const refreshInterval = 30_000

/** Storage and worker as this moment finds them. The storage badge hides when its check fails. */
export function ReadinessBadges() {
  const storage = useCall('getReady', {}, { refreshInterval }).data?.s3
  const worker = useCall('getWorkerReady', {}, { refreshInterval })
  const workerUp = worker.data?.ok === true && !worker.error
  const workerKnown = worker.data !== undefined || worker.error !== undefined
  const storageUp = storage?.startsWith('up') || storage?.startsWith('skipped')
  return (
    <div className="flex flex-wrap gap-2">
      {storage !== undefined && (
        <Badge tone={storageUp ? 'ok' : 'bad'}>Storage (S3): {storage}</Badge>
      )}
      {workerKnown && (
        <Badge tone={workerUp ? 'ok' : 'bad'}>Worker: {workerUp ? 'up' : 'down'}</Badge>
      )}
    </div>
  )
}
