import clsx from 'clsx'
import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'ok' | 'warn' | 'bad'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunk text-ink',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}

/** A state in a word. The colour repeats what the word says. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 px-2 py-0.5 font-mono text-2xs font-medium',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
