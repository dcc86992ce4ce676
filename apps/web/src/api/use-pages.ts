import { useState } from 'react'
import type { Action } from './errors.ts'
import { joinPages, type PageOf } from './join-pages.ts'
import { useAction } from './use-action.ts'

/** A list that begins with a page that is kept fresh; older pages are added behind it on request. */
export function usePages<Row extends { id: string }>(
  first: PageOf<Row> | undefined,
  load: (cursor: string) => Promise<PageOf<Row>>,
  action?: Action,
) {
  const [loaded, setLoaded] = useState<PageOf<Row> | null>(null)
  const shown = joinPages(first, loaded)
  const next = shown.next_cursor
  const { busy, refusal, run } = useAction(async () => {
    if (next === null) return
    const page = await load(next)
    setLoaded({ ...page, items: [...shown.items, ...page.items] })
  }, action)
  return {
    rows: shown.items,
    hasMore: next !== null,
    more: run,
    busy,
    refusal,
    /** Back to the first page, for example because a row has changed. */
    reset: () => setLoaded(null),
  }
}
