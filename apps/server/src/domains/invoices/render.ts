import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../kit/db.ts'
import { publish } from '../../kit/outbox.ts'
import { embedXml } from './e-invoice.ts'
import * as store from './invoice-store.ts'
import { documentOf } from './issue.ts'
import { renderPaper } from './paper.ts'

const atOnce = 20

/** Makes the paper of every invoice that has none. It is stored once and never made again. Returns how many. */
export async function renderInvoices(ctx: Context): Promise<number> {
  let total = 0
  for (;;) {
    const rows = await store.findUnrendered(ctx.db, atOnce)
    for (const row of rows) await render(ctx, row)
    total += rows.length
    if (rows.length < atOnce) return total
  }
}

async function render(ctx: Context, row: store.InvoiceRow): Promise<void> {
  const document = documentOf(row)
  const pdf = await embedXml(document, await renderPaper(document))
  const sha256 = createHash('sha256').update(pdf).digest()
  // Named by its content: two processes that make it at once do not write over each other.
  const key = `invoices/${row.year}/${row.number}-${sha256.toString('hex').slice(0, 16)}.pdf`
  await ctx.objects.put(key, pdf)
  const isOurs = await inTransaction(ctx.db, async (tx) => {
    if (!(await store.keepPdf(tx, row.id, { pdf_key: key, pdf_sha256: sha256 }))) return false
    await publish(
      tx,
      'invoice.created',
      {
        invoice_id: row.id,
        number: row.number,
        kind: document.kind,
        developer_id: row.developer_id,
        gross_amount_eur: Number(row.net_cents + row.vat_cents) / 100,
        created_at: row.issued_at.toISOString(),
      },
      ctx.clock.now(),
    )
    return true
  })
  if (!isOurs) await ctx.objects.remove(key)
}
