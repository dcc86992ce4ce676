import { fillPath, type InvoiceEntry, routes } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import { notFound } from '../../kit/api-error.ts'
import * as store from './invoice-store.ts'

/** A developer's papers, newest first. */
export async function listPapers(
  ctx: Context,
  developerId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ invoices: InvoiceEntry[]; next_cursor: string | null }> {
  const rows = await store.listInvoices(ctx.db, developerId, { ...page, limit: page.limit + 1 })
  const invoices = rows.slice(0, page.limit).map((row) => entryOf(ctx, row))
  return { invoices, next_cursor: rows.length > page.limit ? invoices.at(-1)!.id : null }
}

function entryOf(ctx: Context, row: store.InvoiceRow): InvoiceEntry {
  const path = fillPath(routes.downloadInvoice.path, { invoice_id: row.id })
  return {
    id: row.id,
    number: row.number,
    kind: row.kind as InvoiceEntry['kind'],
    issued_ts: row.issued_at.toISOString(),
    net_amount_eur: Number(row.net_cents) / 100,
    vat_amount_eur: Number(row.vat_cents) / 100,
    gross_amount_eur: Number(row.net_cents + row.vat_cents) / 100,
    pdf_url: row.pdf_key && ctx.config.apiUrl + path,
  }
}

/** The stored paper for whom it is made out to, or an administrator. Throws 404 for anybody else's, or before it is made. */
export async function readPdf(ctx: Context, viewer: Viewer, invoiceId: string) {
  const row = await store.findInvoice(ctx.db, invoiceId)
  const maySee = viewer.role === 'admin' || viewer.developerId === row?.developer_id
  if (!row?.pdf_key || !maySee) throw notFound('invoice')
  return { number: row.number, pdf: await ctx.objects.get(row.pdf_key) }
}
