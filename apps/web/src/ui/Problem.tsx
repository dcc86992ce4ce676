import type { ReactNode } from 'react'

/** A sentence about what went wrong, beside the thing that it is about. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="border-l-2 border-bad pl-3 text-sm text-bad">
      {children}
    </p>
  )
}
