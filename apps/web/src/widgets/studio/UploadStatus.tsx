import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import type { UploadState } from './use-upload.ts'

/** An upload on its way. It can be cancelled while it is being sent, and keeps what was chosen. */
export function UploadStatus({ state, onCancel }: { state: UploadState; onCancel: () => void }) {
  if (state.kind !== 'sending' && state.kind !== 'checking') return null
  const sending = state.kind === 'sending'
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <div className="mb-2 flex justify-between gap-4 text-sm">
          <span role="status">
            {sending ? 'Sending your recordings…' : 'Sent. Listening to each file…'}
          </span>
          {sending && <span className="font-mono text-xs">{Math.floor(state.percent)} %</span>}
        </div>
        <Progress label="Upload" percent={sending ? state.percent : null} />
      </div>
      <Button variant="line" disabled={!sending} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
