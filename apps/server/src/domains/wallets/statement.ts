import { Readable } from 'node:stream'
import type { StatementLine } from '@viva-voce/contract'
import { toEuro } from '@viva-voce/money'
import { type Options, stringify } from 'csv-stringify'
import type { Context } from '../../context.ts'
import { ApiError } from '../../kit/api-error.ts'
import { inTransaction } from '../../kit/db.ts'
import * as store from './statement-store.ts'

const rowsAtOnce = 500

/**
 * A page of everything that has changed a wallet, newest first, with the balance after each. The cursor carries the
 * balance on, so that a page costs the same however far back it is.
 */
export async function readStatement(
  ctx: Context,
  developerId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ items: StatementLine[]; next_cursor: string | null }> {
  const from = page.cursor === undefined ? null : readCursor(page.cursor)
  const { rows, balanceMicros } = await inTransaction(ctx.db, async (tx) => ({
    // Locked for a moment, so that the balance is the one after the newest of the rows.
    balanceMicros: from?.balanceMicros ?? (await store.lockBalance(tx, developerId)),
    rows: await store.listPostings(tx, developerId, { limit: page.limit, before: from?.id }),
  }))
  let balance = balanceMicros
  const items = rows.map((row) => {
    const line = {
      id: row.id,
      ts: row.created_at.toISOString(),
      kind: row.kind,
      reference: row.reference,
      amount_eur: toEuro(row.amount_micros),
      balance_eur: toEuro(balance),
    }
    balance -= row.amount_micros
    return line
  })
  const last = items.at(-1)
  return { items, next_cursor: items.length < page.limit || !last ? null : `${last.id}.${balance}` }
}

function readCursor(cursor: string): { id: string; balanceMicros: bigint } {
  const parts = /^(txn_[0-9a-z]{26})\.(-?\d{1,18})$/.exec(cursor)
  if (!parts) throw new ApiError('invalid_request', 'This is not a cursor of the statement.')
  return { id: parts[1]!, balanceMicros: BigInt(parts[2]!) }
}

const columns = ['ts', 'kind', 'reference', 'amount_eur', 'balance_eur', 'id'] as const
/** RFC 4180, with a header. */
const format: Options = { header: true, columns: [...columns], escape_formulas: true }

/** The whole statement, read page by page while it is sent. */
export function statementCsv(ctx: Context, developerId: string): Readable {
  return Readable.from(lines(ctx, developerId)).compose(stringify(format))
}

async function* lines(ctx: Context, developerId: string): AsyncGenerator<StatementLine> {
  let cursor: string | undefined
  for (;;) {
    const page = await readStatement(ctx, developerId, { limit: rowsAtOnce, cursor })
    yield* page.items
    if (!page.next_cursor) return
    cursor = page.next_cursor
  }
}
