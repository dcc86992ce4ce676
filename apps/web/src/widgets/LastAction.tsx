import { useLastAction } from '../api/last-action.ts'
import { formatMoment } from '../format/time.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Facts } from '../ui/Facts.tsx'

/** What was done last in this tab: type, voice and time. */
export function LastAction() {
  const action = useLastAction()
  if (!action) {
    return <EmptyState>Nothing yet. What you do to a voice next is shown here.</EmptyState>
  }
  return (
    <Facts
      facts={[
        ['Type', action.type],
        ['Voice', <code key="voice">{action.voice}</code>],
        ['Time', formatMoment(action.at)],
      ]}
    />
  )
}
