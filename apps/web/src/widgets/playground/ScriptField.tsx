import { maxTextCharacters } from '@viva-voce/contract'
import clsx from 'clsx'
import { useId } from 'react'
import { countCharacters, textState } from './text-state.ts'

const count = new Intl.NumberFormat('en-IE')

interface ScriptFieldProps {
  text: string
  onChange: (text: string) => void
}

/** The script to be spoken, set large like a page on a music stand. */
export function ScriptField({ text, onChange }: ScriptFieldProps) {
  const id = useId()
  const tooLong = textState(text) === 'too_long'
  return (
    <div className="flex flex-1 flex-col px-5 pt-6 pb-4 sm:px-8">
      <div className="flex items-baseline justify-between gap-4 text-xs text-muted">
        <label htmlFor={id} className="font-medium">
          Text
        </label>
        <span
          id={`${id}-count`}
          className={clsx('font-mono text-2xs', tooLong && 'font-bold text-bad')}
        >
          {count.format(countCharacters(text))} / {count.format(maxTextCharacters)}
        </span>
      </div>
      <textarea
        id={id}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={`${id}-count`}
        aria-invalid={tooLong || undefined}
        placeholder="What shall be said?"
        className="mt-2 min-h-48 w-full flex-1 resize-y bg-transparent font-display text-xl leading-snug outline-offset-8 placeholder:text-muted sm:min-h-56"
      />
      {tooLong && (
        <p role="alert" className="text-xs text-bad">
          A text may hold at most {count.format(maxTextCharacters)} characters.
        </p>
      )}
    </div>
  )
}
