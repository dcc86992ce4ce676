import { uploadLimits } from '@viva-voce/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { RecorderButtons } from './RecorderButtons.tsx'
import { SentenceGrid } from './SentenceGrid.tsx'
import { TakeLine } from './TakeLine.tsx'
import { checkTake, type TakeProblem } from './take-check.ts'
import { type RawTake, useMicrophone } from './use-microphone.ts'
import { type ChosenRecording, isSamePlace, type ScriptPlace } from './use-recordings.ts'
import { writeWav } from './wav.ts'

interface SentenceRecorderProps {
  language: string
  sentences: readonly { number: number; text: string }[]
  recordings: readonly ChosenRecording[]
  disabled: boolean
  onTake: (place: ScriptPlace, file: File, seconds: number) => void
  onRemove: (id: number) => void
}

/** Records the script in the browser. R records and stops, the arrow keys go to another sentence. */
export function SentenceRecorder(props: SentenceRecorderProps) {
  const { language, sentences, recordings, disabled, onTake, onRemove } = props
  const [number, setNumber] = useState(1)
  const [problems, setProblems] = useState<Record<number, TakeProblem[]>>({})
  const place = { language, number }
  const takeOf = (of: number) =>
    recordings.find((one) => one.place && isSamePlace(one.place, { language, number: of }))
  const take = takeOf(number)
  const finish = ({ samples, sampleRateHz }: RawTake) => {
    const name = `${String(number).padStart(2, '0')}.wav`
    const file = new File([writeWav(samples, sampleRateHz)], name, { type: 'audio/wav' })
    setProblems({ ...problems, [number]: checkTake(samples, sampleRateHz) })
    onTake(place, file, samples.length / sampleRateHz)
  }
  const microphone = useMicrophone(finish)
  const recordButton = useRef<HTMLButtonElement>(null)
  const recording = microphone.state === 'recording'
  const isFull = !take && recordings.length >= uploadLimits.files
  const go = (to: number) => {
    if (!recording && to >= 1 && to <= sentences.length) setNumber(to)
  }
  const toggle = () => {
    if (recording) microphone.stop()
    else if (microphone.state === 'on' && !isFull && !disabled) {
      // The other buttons are off while it records; without the focus here, R could not stop it.
      recordButton.current?.focus()
      microphone.record()
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key.toLowerCase() === 'r') toggle()
    else if (event.key === 'ArrowRight') go(number + 1)
    else if (event.key === 'ArrowLeft') go(number - 1)
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: catches shortcuts of the buttons inside
    <div onKeyDown={onKeyDown} className="space-y-6">
      <div>
        <p className="font-mono text-xs text-muted">
          Sentence {number} of {sentences.length}
        </p>
        <p
          lang={language}
          aria-live="polite"
          className="mt-2 flex min-h-24 items-center font-display text-xl leading-snug font-medium sm:min-h-20"
        >
          {sentences[number - 1]?.text}
        </p>
      </div>
      <LevelMeter
        key={microphone.state === 'off' ? 'off' : 'on'}
        subscribe={microphone.subscribe}
      />
      <RecorderButtons
        microphone={microphone}
        recordButton={recordButton}
        hasTake={take !== undefined}
        isFirst={number === 1}
        isLast={number === sentences.length}
        disabled={disabled || isFull}
        onToggle={toggle}
        onPrevious={() => go(number - 1)}
        onNext={() => go(number + 1)}
      />
      <TakeLine
        take={take}
        problems={take ? (problems[number] ?? []) : []}
        recording={recording}
        isFull={isFull}
        refusal={microphone.refusal}
        disabled={disabled || recording}
        onRemove={onRemove}
      />
      <SentenceGrid
        sentences={sentences}
        current={number}
        stateOf={(of) => {
          if (!takeOf(of)) return 'open'
          return problems[of]?.length ? 'doubtful' : 'done'
        }}
        disabled={recording}
        onChoose={go}
      />
      {microphone.state !== 'off' && (
        <Button variant="quiet" size="sm" disabled={recording} onClick={microphone.turnOff}>
          Turn the microphone off
        </Button>
      )}
    </div>
  )
}
