import { Circle, Mic, Square } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { LevelMeter } from '../studio/LevelMeter.tsx'
import { type RawTake, useMicrophone } from '../studio/use-microphone.ts'
import { writeWav } from '../studio/wav.ts'

interface RecordOneProps {
  disabled: boolean
  onFile: (file: File) => void
}

/** Records what is heard, up to a minute, and hands it on when it is stopped. */
export function RecordOne({ disabled, onFile }: RecordOneProps) {
  const finish = ({ samples, sampleRateHz }: RawTake, turnOff: () => void) => {
    turnOff()
    const bytes = writeWav(samples, sampleRateHz)
    onFile(new File([bytes], 'recording.wav', { type: 'audio/wav' }))
  }
  const microphone = useMicrophone(finish)
  const { state, refusal } = microphone
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-4">
        <RecordButton microphone={microphone} disabled={disabled} />
        {(state === 'on' || state === 'recording') && (
          <div className="min-w-32 flex-1">
            <LevelMeter subscribe={microphone.subscribe} />
          </div>
        )}
        {state === 'recording' && (
          <p role="status" className="text-sm">
            Recording, a minute at most…
          </p>
        )}
      </div>
      {refusal && <Problem>{refusal}</Problem>}
    </div>
  )
}

interface RecordButtonProps {
  microphone: ReturnType<typeof useMicrophone>
  disabled: boolean
}

function RecordButton({ microphone, disabled }: RecordButtonProps) {
  const { state, turnOn, record, stop } = microphone
  const icon = 'size-4'
  if (state === 'off' || state === 'opening') {
    return (
      <Button variant="line" busy={state === 'opening'} disabled={disabled} onClick={turnOn}>
        <Mic aria-hidden="true" className={icon} />
        Or listen with the microphone
      </Button>
    )
  }
  const isRecording = state === 'recording'
  const Icon = isRecording ? Square : Circle
  return (
    <Button variant={isRecording ? 'ink' : 'accent'} onClick={isRecording ? stop : record}>
      <Icon aria-hidden="true" className={icon} />
      {isRecording ? 'Stop and check' : 'Record'}
    </Button>
  )
}
