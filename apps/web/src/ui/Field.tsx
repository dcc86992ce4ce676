import clsx from 'clsx'
import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react'

const controlClass =
  'w-full min-h-12 border border-control bg-raised px-3 text-sm text-ink placeholder:text-muted ' +
  'hover:border-ink disabled:cursor-not-allowed disabled:bg-sunk disabled:text-muted'

/** A control's name above it. */
export function Label({ htmlFor, children }: { htmlFor: string; children: ReactNode }) {
  return (
    <label htmlFor={htmlFor} className="mb-1 block text-xs font-medium text-muted">
      {children}
    </label>
  )
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: ReactNode
}

export function Field({ label, hint, className, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <Label htmlFor={id}>{label}</Label>
      <input
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={controlClass}
        {...rest}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  options: readonly { value: string; label: string }[]
}

export function Select({ label, options, className, ...rest }: SelectProps) {
  const id = useId()
  return (
    <div className={className}>
      <Label htmlFor={id}>{label}</Label>
      <select id={id} className={clsx(controlClass, 'select-arrow appearance-none pr-9')} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
