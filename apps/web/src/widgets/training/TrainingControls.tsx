import { canTrain, type TalentVoice } from '@viva-voce/contract'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Refusals } from './Refusals.tsx'
import { useVoiceAction } from './use-voice-action.ts'

/** Trains a voice, or shows how far the training is and ends it. */
export function TrainingControls({ voice }: { voice: TalentVoice }) {
  const { voice_id, status, failure, progress } = voice
  const { busy, refusals, run } = useVoiceAction('train')
  if (status === 'training') {
    return (
      <div className="flex w-full flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <div className="mb-2 flex justify-between gap-4 text-sm">
            <span role="status">{progress ? 'Training…' : 'Waiting for its turn…'}</span>
            <span className="font-mono text-xs">{progress ?? 0} %</span>
          </div>
          <Progress label={`Training of ${voice.name}`} percent={progress ?? 0} />
        </div>
        <Button
          variant="line"
          size="sm"
          busy={busy}
          onClick={() => run('Training cancelled', 'cancelTraining', { params: { voice_id } })}
        >
          Cancel training
        </Button>
        <Refusals sentences={refusals} />
      </div>
    )
  }
  if (!canTrain({ state: status, failure })) return null
  return (
    <>
      <Button
        variant={voice.quality?.passed ? 'accent' : 'line'}
        size="sm"
        busy={busy}
        onClick={() => run('Training queued', 'trainVoice', { body: { voice_id } })}
      >
        Train this voice
      </Button>
      <Refusals sentences={refusals} />
    </>
  )
}
