import { useState } from 'react'
import { sentence } from '../../api/errors.ts'
import { useCall } from '../../api/use-call.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { statusTone } from '../voices/voice-words.ts'
import { FailureNote } from './FailureNote.tsx'

const pollMs = 3_000
const watchMs = 120_000

/** Follows a training for two minutes, and longer when asked to. */
export function TrainingWatch({ voiceId }: { voiceId: string }) {
  const [untilMs, setUntilMs] = useState(() => Date.now() + watchMs)
  const [isOver, setIsOver] = useState(false)
  const { data, error } = useCall(
    'getVoice',
    { params: { voice_id: voiceId } },
    {
      refreshInterval: (latest) => {
        const isEnded = latest !== undefined && latest.status !== 'training'
        return isEnded || isOver ? 0 : pollMs
      },
      onSuccess: () => {
        if (Date.now() >= untilMs) setIsOver(true)
      },
      dedupingInterval: 500,
      revalidateOnMount: true,
    },
  )
  const goOn = () => {
    setUntilMs(Date.now() + watchMs)
    setIsOver(false)
  }
  if (error && !data) return <Problem>{sentence(error)}</Problem>
  if (!data) return null
  const { status, progress, failure } = data
  return (
    <section aria-label="Training" className="max-w-lg space-y-3 border-t border-rule pt-4 text-sm">
      <p role="status" className="flex flex-wrap items-center gap-3">
        <Badge tone={statusTone(status)}>{status}</Badge>
        <span className="break-words">{data.name}</span>
        {status === 'ready' && <span className="text-ok">Your voice can speak now.</span>}
      </p>
      {status === 'training' && (
        <Progress label={`Training of ${data.name}`} percent={progress ?? 0} />
      )}
      {status === 'failed' && failure && <FailureNote failure={failure} />}
      {status === 'training' && isOver && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p>Training takes longer than two minutes. It goes on without this page.</p>
          <Button variant="line" size="sm" onClick={goOn}>
            Keep watching
          </Button>
        </div>
      )}
    </section>
  )
}
