import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  busy?: boolean
}

export function Button({ variant, size, busy, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      disabled={disabled || busy}
      className={clsx(buttonClass(variant, size), className)}
      {...rest}
    />
  )
}
