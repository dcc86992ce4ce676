import clsx from 'clsx'
import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'

interface DropZoneProps {
  /** What is chosen, on the link: `Choose audio files`. */
  action: string
  /** What is taken, in small letters under it. */
  hint: string
  /** Extensions with their dots. */
  accept: readonly string[]
  multiple: boolean
  disabled: boolean
  onFiles: (files: File[]) => void
}

/** Takes files that are dropped, or chosen in the system's dialog. */
export function DropZone(props: DropZoneProps) {
  const { action, hint, accept, multiple, disabled, onFiles } = props
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
        multiple={multiple}
        accept={accept.join(',')}
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
          <span className="font-medium underline underline-offset-4">{action}</span>
          <span className="max-sm:hidden"> or drop here</span>
        </span>
        <span id={`${id}-hint`} className="block text-xs text-muted">
          {hint}
        </span>
      </span>
    </label>
  )
}
