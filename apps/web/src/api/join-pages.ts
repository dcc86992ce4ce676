export interface PageOf<Row> {
  items: readonly Row[]
  /** Where the page after this one begins; null at the end. */
  next_cursor: string | null
}

/**
 * The fresh first page of a list, newest first, and behind it what was loaded before. When so much has
 * happened since that the two no longer touch, the first page stands alone: a list never hides a row.
 */
export function joinPages<Row extends { id: string }>(
  first: PageOf<Row> | undefined,
  loaded: PageOf<Row> | null,
): PageOf<Row> {
  if (!first) return { items: [], next_cursor: null }
  const fresh = new Set(first.items.map(({ id }) => id))
  if (!loaded?.items.some(({ id }) => fresh.has(id))) return first
  const behind = loaded.items.filter(({ id }) => !fresh.has(id))
  return { items: [...first.items, ...behind], next_cursor: loaded.next_cursor }
}
