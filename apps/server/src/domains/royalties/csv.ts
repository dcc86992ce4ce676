import { Readable } from 'node:stream'
import type { RoyaltyEntry } from '@viva-voce/contract'
import { type Options, stringify } from 'csv-stringify'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import { listEntries } from './read.ts'

const rowsAtOnce = 500

const columns = [
  ...['id', 'date', 'voice_id', 'talent_name', 'kind', 'status', 'usage', 'seconds'],
  ...['price_per_second_eur', 'usage_factor', 'net_eur', 'share_percent', 'amount_eur'],
] as const satisfies (keyof RoyaltyEntry)[]

/** RFC 4180, with a header; a name that a spreadsheet would run as a formula is quoted by an apostrophe. */
const format: Options = { header: true, columns: [...columns], escape_formulas: true }

/** Every entry that the viewer may see, read page by page while it is sent. */
export function royaltiesCsv(ctx: Context, viewer: Viewer): Readable {
  return Readable.from(pages(ctx, viewer)).compose(stringify(format))
}

async function* pages(ctx: Context, viewer: Viewer): AsyncGenerator<RoyaltyEntry> {
  let cursor: string | undefined
  for (;;) {
    const entries = await listEntries(ctx, viewer, { limit: rowsAtOnce, cursor })
    yield* entries
    if (entries.length < rowsAtOnce) return
    cursor = entries.at(-1)!.id
  }
}
