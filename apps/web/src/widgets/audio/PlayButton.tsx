import { LoaderCircle, Play, Square } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../ui/Button.tsx'
import { play, stop, usePlaying } from './one-player.ts'

interface PlayButtonProps {
  /** Names the sound among all that the page can play. */
  soundKey: string
  /** What it is, for people who do not see where the button stands. */
  label: string
  load: () => Promise<Blob>
  onFailed?: (error: unknown) => void
  /** Says Play or Stop beside the symbol; without, the button is a square. */
  withWord?: boolean
}

/** Plays one sound, in place of any other; pressed again, it stops. */
export function PlayButton({ soundKey, label, load, onFailed, withWord }: PlayButtonProps) {
  const status = usePlaying(soundKey)
  useEffect(() => () => stop(soundKey), [soundKey])
  const toggle = () => {
    if (status) stop(soundKey)
    else play(soundKey, load).catch((error: unknown) => onFailed?.(error))
  }
  const word = status ? 'Stop' : 'Play'
  const Icon = status === 'loading' ? LoaderCircle : status ? Square : Play
  return (
    <Button
      variant="line"
      size="sm"
      aria-label={`${word} ${label}`}
      onClick={toggle}
      className={withWord ? undefined : 'w-9 px-0!'}
    >
      <Icon aria-hidden="true" className={status === 'loading' ? 'spinner size-4' : 'size-4'} />
      {withWord && word}
    </Button>
  )
}
