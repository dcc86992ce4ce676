import clsx from 'clsx'
import type { Tone } from './Badge.tsx'

const colours: Record<Tone, string> = {
  neutral: 'bg-control pulse-dot',
  ok: 'bg-ok',
  warn: 'bg-warn',
  bad: 'bg-bad',
}

/** A signal lamp beside a word that says the same. */
export function Dot({ tone }: { tone: Tone }) {
  return <span aria-hidden="true" className={clsx('size-2 rounded-full', colours[tone])} />
}
