import { uploadLimits } from '@viva-voce/contract'
import { X } from 'lucide-react'
import { formatLanguage } from '../../format/locale.ts'
import { formatSize } from '../../format/size.ts'
import { formatClock, formatSeconds } from '../../format/time.ts'
import { Button } from '../../ui/Button.tsx'
import { PlayButton } from '../audio/PlayButton.tsx'
import { warnAbout } from './file-check.ts'
import type { ChosenRecording } from './use-recordings.ts'

interface RecordingListProps {
  recordings: readonly ChosenRecording[]
  disabled: boolean
  onRemove: (id: number) => void
}

/** What will be uploaded, each with its size and length. */
export function RecordingList({ recordings, disabled, onRemove }: RecordingListProps) {
  if (recordings.length === 0) {
    return <p className="text-sm text-muted">No recordings chosen yet.</p>
  }
  const seconds = recordings.reduce((sum, one) => sum + (one.seconds ?? 0), 0)
  const bytes = recordings.reduce((sum, { file }) => sum + file.size, 0)
  return (
    <div>
      <p
        role="status"
        className="flex flex-wrap gap-x-4 border-b border-ink pb-2 text-xs text-muted"
      >
        <span className="font-medium text-ink">
          {recordings.length} of {uploadLimits.files} recordings
        </span>
        <span>{formatClock(seconds)} in all</span>
        <span>{formatSize(bytes)}</span>
      </p>
      <ul aria-label="Chosen recordings" className="max-h-96 overflow-y-auto">
        {recordings.map((recording) => (
          <Row key={recording.id} {...{ recording, disabled, onRemove }} />
        ))}
      </ul>
    </div>
  )
}

interface RowProps extends Omit<RecordingListProps, 'recordings'> {
  recording: ChosenRecording
}

function Row({ recording, disabled, onRemove }: RowProps) {
  const { id, file, seconds, place } = recording
  const warning = warnAbout(file, seconds ?? null)
  return (
    <li className="flex items-center gap-3 border-b border-rule py-2">
      <PlayButton soundKey={`file ${id}`} label={file.name} load={() => Promise.resolve(file)} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm" title={file.name}>
          {file.name}
        </p>
        <p className="text-xs text-muted">
          {place && `Sentence ${place.number}, ${formatLanguage(place.language)} · `}
          {formatSize(file.size)} · {lengthOf(seconds)}
          {warning && <span className="ml-2 font-medium text-bad">{warning}</span>}
        </p>
      </div>
      <Button
        variant="quiet"
        size="sm"
        disabled={disabled}
        aria-label={`Remove ${file.name}`}
        onClick={() => onRemove(id)}
        className="w-9 px-0!"
      >
        <X aria-hidden="true" className="size-4" />
      </Button>
    </li>
  )
}

function lengthOf(seconds: number | null | undefined): string {
  if (seconds === undefined) return '…'
  if (seconds === null) return 'length unknown'
  return seconds < 60 ? formatSeconds(seconds) : formatClock(seconds)
}
