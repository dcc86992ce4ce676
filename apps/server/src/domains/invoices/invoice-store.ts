import type { Micros } from '@viva-voce/money'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { InvoiceItems, Invoices, InvoiceTaxes } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type InvoiceRow = Selectable<Invoices>

/** Nobody else issues an invoice to this developer until the transaction ends. */
export async function lockDeveloper(tx: Tx, developerId: string): Promise<void> {
  await tx
    .selectFrom('developers')
    .select('id')
    .where('id', '=', developerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Payments of one kind that are on no paper yet: sales, or refunds with the invoice of their sale. */
export interface OpenItem {
  escrowId: string
  usage: string
  vatCountry: string | null
  rateBasisPoints: bigint
  audioMs: bigint
  netMicros: Micros
  vatMicros: Micros
}

const itemColumns = sql`e.id as "escrowId", s.usage as "usage", s.vat_country as "vatCountry",
  s.vat_rate_basis_points as "rateBasisPoints",
  round(s.sample_count * 1000.0 / s.sample_rate_hz)::bigint as "audioMs",
  e.net_micros as "netMicros", e.vat_micros as "vatMicros"`

export async function openSales(
  tx: Tx,
  developerId: string,
  from: Date,
  to: Date,
): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    select ${itemColumns} from escrows e join syntheses s on s.id = e.synthesis_id
    where e.developer_id = ${developerId} and e.created_at >= ${from} and e.created_at < ${to}
      and not exists (select from invoice_items i where i.escrow_id = e.id and i.kind = 'sale')
    order by s.usage, e.id`.execute(tx)
  return rows
}

/** Refunds that are on no paper yet; `invoiceId` is null where the sale is on none either. */
export async function openRefunds(
  tx: Tx,
  developerId: string,
  from: Date,
  to: Date,
): Promise<(OpenItem & { invoiceId: string | null })[]> {
  const { rows } = await sql<OpenItem & { invoiceId: string | null }>`
    select ${itemColumns}, sold.invoice_id as "invoiceId"
    from (
      select id from escrows where developer_id = ${developerId} and refunded_at >= ${from} and refunded_at < ${to}
      union all
      select c.escrow_id from escrow_corrections c join escrows on escrows.id = c.escrow_id
      where developer_id = ${developerId} and c.created_at >= ${from} and c.created_at < ${to}) as back
    join escrows e on e.id = back.id join syntheses s on s.id = e.synthesis_id
    left join invoice_items sold on sold.escrow_id = e.id and sold.kind = 'sale'
    where not exists (select from invoice_items i where i.escrow_id = e.id and i.kind = 'refund')
    order by s.usage, e.id`.execute(tx)
  return rows
}

/** Developers with something sold or refunded in the time that is on no paper yet. */
export async function developersToInvoice(db: Db, from: Date, to: Date): Promise<string[]> {
  const { rows } = await sql<{ developerId: string }>`
    select distinct developer_id as "developerId" from (
      select developer_id, id, 'sale' as kind from escrows where created_at >= ${from} and created_at < ${to}
      union all
      select developer_id, id, 'refund' from escrows where refunded_at >= ${from} and refunded_at < ${to}
      union all
      select developer_id, id, 'refund' from escrow_corrections c join escrows on escrows.id = c.escrow_id
      where c.created_at >= ${from} and c.created_at < ${to}) as happened
    where not exists (
      select from invoice_items i where i.escrow_id = happened.id and i.kind = happened.kind)
    order by 1`.execute(db)
  return rows.map((row) => row.developerId)
}

/** What earlier papers of a developer have left to carry, by country and rate. */
export async function carriesOf(tx: Tx, developerId: string, treatment: string) {
  const { rows } = await sql<{
    country: string
    rateBasisPoints: bigint
    netMicros: Micros
    vatMicros: Micros
  }>`
    select country, rate_basis_points as "rateBasisPoints",
      sum(t.net_micros - t.net_cents * 10000)::bigint as "netMicros",
      sum(t.vat_micros - t.vat_cents * 10000)::bigint as "vatMicros"
    from invoice_taxes t join invoices i on i.id = t.invoice_id
    where i.developer_id = ${developerId} and i.treatment = ${treatment}
    group by country, rate_basis_points`.execute(tx)
  return rows
}

/** The next number of a year, without gaps: whoever takes one holds the row until the invoice is committed. */
export async function nextSequence(tx: Tx, year: number): Promise<number> {
  const row = await tx
    .insertInto('invoice_counters')
    .values({ year, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ last_number: sql`invoice_counters.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return row.last_number
}

export async function insertInvoice(
  tx: Tx,
  row: Insertable<Invoices>,
  taxes: Insertable<InvoiceTaxes>[],
): Promise<void> {
  await tx.insertInto('invoices').values(row).execute()
  await tx.insertInto('invoice_taxes').values(taxes).execute()
}

export async function insertItems(tx: Tx, rows: Insertable<InvoiceItems>[]): Promise<void> {
  const most = 5_000
  for (let at = 0; at < rows.length; at += most) {
    await tx
      .insertInto('invoice_items')
      .values(rows.slice(at, at + most))
      .execute()
  }
}

export function findInvoice(db: Db, id: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listInvoices(
  db: Db,
  developerId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<InvoiceRow[]> {
  let query = db.selectFrom('invoices').selectAll().where('developer_id', '=', developerId)
  if (page.cursor) query = query.where('id', '<', page.cursor)
  return query.orderBy('id', 'desc').limit(page.limit).execute()
}

export function findUnrendered(db: Db, limit: number): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('pdf_key', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** False when somebody else has kept a paper of this invoice before. */
export async function keepPdf(
  tx: Tx,
  id: string,
  pdf: { pdf_key: string; pdf_sha256: Buffer },
): Promise<boolean> {
  const result = await tx
    .updateTable('invoices')
    .set(pdf)
    .where('id', '=', id)
    .where('pdf_key', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** The first moment of anything that was sold; null before the first sale. */
export async function firstSaleAt(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('escrows')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** The last month that is finished, as an ISO date; null before the first. */
export async function lastFinishedMonth(db: Db): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(max(month), 'YYYY-MM-DD') as month from invoice_runs`.execute(db)
  return rows[0]?.month ?? null
}

export async function finishMonth(tx: Tx, month: string, at: Date): Promise<void> {
  await sql`insert into invoice_runs (month, finished_at) values (${month}, ${at})
    on conflict do nothing`.execute(tx)
}
