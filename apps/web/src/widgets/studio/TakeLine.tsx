import { uploadLimits } from '@viva-voce/contract'
import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatClock, formatSeconds } from '../../format/time.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { PlayButton } from '../audio/PlayButton.tsx'
import { type TakeProblem, takeAdvice } from './take-check.ts'
import type { ChosenRecording } from './use-recordings.ts'

interface TakeLineProps {
  take: ChosenRecording | undefined
  problems: readonly TakeProblem[]
  recording: boolean
  isFull: boolean
  refusal: string | null
  disabled: boolean
  onRemove: (id: number) => void
}

/** The take of the present sentence: hear it, throw it away, and what is wrong with it. */
export function TakeLine({ take, problems, recording, isFull, refusal, ...rest }: TakeLineProps) {
  return (
    <div className="min-h-9 space-y-3">
      {refusal && <Problem>{refusal}</Problem>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {take && !recording && (
          <>
            <PlayButton
              soundKey={`take ${take.id}`}
              label="this take"
              load={() => Promise.resolve(take.file)}
              withWord
            />
            <Button
              variant="quiet"
              size="sm"
              disabled={rest.disabled}
              onClick={() => rest.onRemove(take.id)}
            >
              <Trash2 aria-hidden="true" className="size-4" />
              Delete take
            </Button>
          </>
        )}
        {recording && <RecordingClock />}
        <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          {recording && (
            <>
              <Badge tone="bad">Recording</Badge> Read the sentence, then press Stop.
            </>
          )}
          {!recording && take && (
            <>
              <Badge tone={problems.length > 0 ? 'warn' : 'ok'}>
                {problems.length > 0 ? 'Doubtful' : 'Recorded'}
              </Badge>
              <span className="tabular-nums">{formatSeconds(take.seconds ?? 0)}</span>
            </>
          )}
          {!recording && isFull && (
            <span className="text-warn">
              An upload holds {uploadLimits.files} recordings. Upload these, or remove one.
            </span>
          )}
        </p>
      </div>
      {!recording &&
        problems.map((problem) => (
          <p key={problem} className="border-l-2 border-warn pl-3 text-sm text-warn">
            {takeAdvice[problem]}
          </p>
        ))}
    </div>
  )
}

/** How long the take is by now; for eyes only, since a screen reader would speak into the recording. */
function RecordingClock() {
  const [startedMs] = useState(() => performance.now())
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((performance.now() - startedMs) / 1_000), 200)
    return () => clearInterval(timer)
  }, [startedMs])
  return (
    <span aria-hidden="true" className="font-mono text-sm">
      {formatClock(seconds)}
    </span>
  )
}
