import clsx from 'clsx'

export type ButtonVariant = 'accent' | 'ink' | 'line' | 'quiet' | 'danger'
export type ButtonSize = 'md' | 'sm'

const variants: Record<ButtonVariant, string> = {
  accent: 'border-accent bg-accent text-on-accent hover:border-ink hover:bg-ink hover:text-paper',
  ink: 'border-ink bg-ink text-paper hover:border-accent hover:bg-accent hover:text-on-accent',
  line: 'border-ink bg-transparent text-ink hover:bg-ink hover:text-paper',
  quiet: 'border-transparent bg-transparent text-ink hover:border-rule hover:bg-sunk',
  danger: 'border-bad bg-transparent text-bad hover:bg-bad hover:text-paper',
}

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-12 px-5 text-sm',
  sm: 'min-h-9 px-3 text-xs',
}

const disabled =
  'disabled:cursor-not-allowed disabled:border-rule disabled:bg-sunk disabled:text-muted'

/** The look of everything that acts as a button, links included. */
export function buttonClass(variant: ButtonVariant = 'ink', size: ButtonSize = 'md'): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 border font-medium whitespace-nowrap',
    'transition-colors duration-150',
    variants[variant],
    sizes[size],
    disabled,
  )
}
