import { ChevronLeft, ChevronRight, Circle, Mic, Square } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { useMicrophone } from './use-microphone.ts'

interface RecorderButtonsProps {
  microphone: ReturnType<typeof useMicrophone>
  recordButton: RefObject<HTMLButtonElement | null>
  hasTake: boolean
  isFirst: boolean
  isLast: boolean
  disabled: boolean
  onToggle: () => void
  onPrevious: () => void
  onNext: () => void
}

/** The one button that records and stops keeps its place, so that a talent can read with a finger on it. */
export function RecorderButtons({
  microphone,
  recordButton,
  hasTake,
  isFirst,
  isLast,
  disabled,
  onToggle,
  onPrevious,
  onNext,
}: RecorderButtonsProps) {
  const { state, turnOn } = microphone
  const recording = state === 'recording'
  return (
    <div className="grid grid-cols-[auto_1fr_auto] gap-3 sm:flex sm:flex-wrap">
      <Button
        variant="line"
        aria-label="Previous sentence"
        disabled={recording || isFirst}
        onClick={onPrevious}
        className="w-12 px-0!"
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      {state === 'off' || state === 'opening' ? (
        <Button
          variant="ink"
          busy={state === 'opening'}
          onClick={turnOn}
          className="max-sm:px-2! sm:w-60"
        >
          <Mic aria-hidden="true" className="size-4" />
          Turn on microphone
        </Button>
      ) : (
        <Button
          ref={recordButton}
          variant={recording ? 'ink' : 'accent'}
          disabled={!recording && disabled}
          aria-keyshortcuts="R"
          onClick={onToggle}
          className="max-sm:px-2! sm:w-60"
        >
          {recording ? (
            <Square aria-hidden="true" className="size-4" />
          ) : (
            <Circle aria-hidden="true" className="size-4" />
          )}
          {recording ? 'Stop' : hasTake ? 'Record again' : 'Record'}
        </Button>
      )}
      <Button
        variant="line"
        aria-keyshortcuts="ArrowRight"
        aria-label="Next sentence"
        disabled={recording || isLast}
        onClick={onNext}
        className="max-sm:w-12 max-sm:px-0!"
      >
        <span className="max-sm:sr-only">Next sentence</span>
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
      <p className="col-span-3 self-center text-xs text-muted max-lg:hidden">
        <kbd className="font-mono">R</kbd> records and stops, <kbd className="font-mono">←</kbd>{' '}
        <kbd className="font-mono">→</kbd> change the sentence.
      </p>
    </div>
  )
}
