import type { ReactNode } from 'react'
import { SilentLine } from './SilentLine.tsx'

/** What stands where a list will be: a line of silence and a plain sentence. */
export function EmptyState({ children }: { children: ReactNode }) {
  return (
    <div className="border-y border-rule py-8">
      <SilentLine className="h-6 w-40 text-control" />
      <p className="mt-4 max-w-[52ch] text-sm text-muted">{children}</p>
    </div>
  )
}
