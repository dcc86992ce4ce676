import { type ConsentEntry, findChangedConsentEntry, hashConsentEntry } from '@viva-voce/contract'

/** What a look at the entries has found. */
export type ChainCheck =
  | { kind: 'whole'; count: number }
  /** The newest entries fit together; older ones have not been read. */
  | { kind: 'part'; count: number; total: number }
  | { kind: 'changed'; sequence: number }

/** Checks the newest entries of a talent's list, in any order; the whole list when it reaches back to the first. */
export async function checkChain(entries: readonly ConsentEntry[]): Promise<ChainCheck> {
  const newestFirst = entries.toSorted((a, b) => b.sequence - a.sequence)
  const total = newestFirst[0]?.sequence ?? 0
  if (total === 0 || newestFirst.at(-1)!.sequence === 1) {
    const sequence = await findChangedConsentEntry(entries)
    return sequence === null ? { kind: 'whole', count: total } : { kind: 'changed', sequence }
  }
  for (const [index, entry] of newestFirst.entries()) {
    const older = newestFirst[index + 1]
    const isRight = (await hashConsentEntry(entry)) === entry.hash
    const isNext =
      !older || (older.sequence === entry.sequence - 1 && older.hash === entry.previous_hash)
    if (!isRight || !isNext) return { kind: 'changed', sequence: entry.sequence }
  }
  return { kind: 'part', count: newestFirst.length, total }
}
