import { Download, Pause, Play } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { formatClock } from '../../format/time.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { useObjectUrl } from './use-object-url.ts'
import { useWaveSurfer } from './use-wave-surfer.ts'

interface PlayerProps {
  audio: Blob
  fileName: string
}

/** Plays a take at once, with its waveform; Space and the arrow keys work on the waveform. */
export default function Player({ audio, fileName }: PlayerProps) {
  const url = useObjectUrl(audio)
  const { container, playing, position, duration, toggle, skip } = useWaveSurfer(audio)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ') void toggle()
    else if (event.key === 'ArrowRight') skip(1)
    else if (event.key === 'ArrowLeft') skip(-1)
    else return
    event.preventDefault()
  }
  const Icon = playing ? Pause : Play
  return (
    <section
      aria-label="Player"
      className="grid grid-cols-[auto_1fr] items-center gap-4 sm:grid-cols-[auto_1fr_auto]"
    >
      <Button
        variant="ink"
        onClick={toggle}
        disabled={duration === 0}
        aria-label={playing ? 'Pause' : 'Play'}
        className="size-14 px-0!"
      >
        <Icon aria-hidden="true" className="size-5" />
      </Button>
      <div
        ref={container}
        role="slider"
        tabIndex={0}
        aria-label="Position"
        aria-valuemin={0}
        aria-valuemax={Math.round(duration)}
        aria-valuenow={Math.round(position)}
        aria-valuetext={`${formatClock(position)} of ${formatClock(duration)}`}
        onKeyDown={onKeyDown}
        className="h-24 min-w-0 cursor-pointer"
      />
      <div className="flex items-center justify-between gap-4 max-sm:col-span-2">
        <span className="font-mono text-xs whitespace-nowrap">
          {formatClock(position)} / {formatClock(duration)}
        </span>
        {url && (
          <a href={url} download={fileName} className={buttonClass('line', 'sm')}>
            <Download aria-hidden="true" className="size-4" />
            Download
          </a>
        )}
      </div>
    </section>
  )
}
