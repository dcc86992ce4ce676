import clsx from 'clsx'
import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { acceptedTypes } from './file-check.ts'

interface DropZoneProps {
  disabled: boolean
  onFiles: (files: File[]) => void
}

/** Takes files that are dropped, or chosen in the system's dialog. */
export function DropZone({ disabled, onFiles }: DropZoneProps) {
  const id = useId()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) onFiles([...event.dataTransfer.files])
  }
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        'flex flex-wrap items-center gap-x-5 gap-y-2 border border-dashed px-5 py-6 has-focus-visible:outline-2',
        'has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:px-6',
        over ? 'border-accent bg-accent-soft' : 'border-control',
        disabled ? 'cursor-not-allowed bg-sunk text-muted' : 'cursor-pointer hover:border-ink',
      )}
    >
      <input
        id={id}
        type="file"
        multiple
        accept={acceptedTypes}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file can be chosen again after it was removed.
          event.target.value = ''
        }}
      />
      <Upload aria-hidden="true" className="size-6 shrink-0 text-accent" />
      <span className="min-w-0">
        <span className="block text-sm">
          <span className="font-medium underline underline-offset-4">Choose audio files</span>
          <span className="max-sm:hidden"> or drop them here</span>
        </span>
        <span id={`${id}-hint`} className="block text-xs text-muted">
          .wav, .mp3 or .m4a; at most 20 files of 20 MB and 10 minutes each
        </span>
      </span>
    </label>
  )
}
