import type { ReactNode } from 'react'
import { Problem } from './Problem.tsx'
import { SampleNote } from './SampleNote.tsx'

interface SampleInsteadProps {
  /** Why the person's own figures cannot be shown. */
  problem: string
  /** What the sample is of. */
  note: string
  children: ReactNode
}

/** Figures could not be had: says why, and shows how they will look, marked as nobody's. */
export function SampleInstead({ problem, note, children }: SampleInsteadProps) {
  return (
    <div className="space-y-6">
      <Problem>{problem}</Problem>
      <div>
        <SampleNote>{note}</SampleNote>
        {children}
      </div>
    </div>
  )
}
