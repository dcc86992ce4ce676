import { EmptyState } from '../../ui/EmptyState.tsx'

/** Stands in a talent's section for somebody who has not registered. */
export function NoTalent() {
  return (
    <EmptyState>No talent registered yet. A talent registers with name and email first.</EmptyState>
  )
}
