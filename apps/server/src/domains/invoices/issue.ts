import { type Carry, invoiceTotals, type VatTreatment, vatTreatmentOf } from '@viva-voce/money'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../kit/db.ts'
import { lastVatAnswer } from '../billing/vat-checks.ts'
import { billingOf } from '../developers/developers.ts'
import { personOfDeveloper } from '../identity/people.ts'
import type { InvoiceDocument } from './document.ts'
import * as store from './invoice-store.ts'
import { monthEnd, stragglersMs } from './months.ts'

/**
 * Puts everything of a developer's month on paper: an invoice for each VAT treatment of what was sold, a credit note for
 * each earlier invoice of which something was refunded. What was sold and refunded in one month is on neither. Running
 * again finds nothing left. Returns how many papers were issued.
 */
export function issueMonth(ctx: Context, developerId: string, month: Date): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    await store.lockDeveloper(tx, developerId)
    const from = new Date(month.getTime() - stragglersMs)
    const sales = await store.openSales(tx, developerId, from, monthEnd(month))
    const refunds = await store.openRefunds(tx, developerId, from, monthEnd(month))
    const soldHere = new Set(sales.map(({ escrowId }) => escrowId))
    const undone = new Set(
      refunds.map(({ escrowId }) => escrowId).filter((escrowId) => soldHere.has(escrowId)),
    )
    await noteNetted(tx, undone)
    const papers = [
      ...invoicesOf(
        ctx,
        sales.filter(({ escrowId }) => !undone.has(escrowId)),
      ),
      ...(await creditNotesOf(
        tx,
        refunds.filter(({ escrowId }) => !undone.has(escrowId)),
      )),
    ]
    const buyer = papers.length > 0 ? await buyerOf(ctx, tx, developerId) : null
    for (const paper of papers)
      await issue(ctx, tx, { developerId, month, buyer: buyer!, ...paper })
    return papers.length
  })
}

interface Paper {
  treatment: VatTreatment
  items: store.OpenItem[]
  corrects: store.InvoiceRow | null
}

async function noteNetted(tx: Tx, escrowIds: Set<string>): Promise<void> {
  const rows = [...escrowIds].flatMap((escrow_id) => [
    { escrow_id, kind: 'sale', invoice_id: null },
    { escrow_id, kind: 'refund', invoice_id: null },
  ])
  if (rows.length > 0) await store.insertItems(tx, rows)
}

function invoicesOf(ctx: Context, sales: store.OpenItem[]): Paper[] {
  const groups = Map.groupBy(sales, (item) =>
    vatTreatmentOf(countryOf(ctx, item), item.rateBasisPoints),
  )
  return [...groups].map(([treatment, items]) => ({ treatment, items, corrects: null }))
}

async function creditNotesOf(
  tx: Tx,
  refunds: (store.OpenItem & { invoiceId: string | null })[],
): Promise<Paper[]> {
  const papers: Paper[] = []
  for (const [invoiceId, items] of Map.groupBy(refunds, (item) => item.invoiceId)) {
    // A refund whose sale is still on no paper waits until it is.
    if (invoiceId === null) continue
    const corrects = (await store.findInvoice(tx, invoiceId))!
    papers.push({ treatment: corrects.treatment as VatTreatment, items, corrects })
  }
  return papers
}

const countryOf = (ctx: Context, item: store.OpenItem) =>
  item.vatCountry ?? ctx.config.platformCountry

async function buyerOf(
  ctx: Context,
  tx: Tx,
  developerId: string,
): Promise<InvoiceDocument['buyer']> {
  const billing = await billingOf(tx, developerId)
  const person = await personOfDeveloper(tx, developerId)
  const answer = await lastVatAnswer(tx, billing.vatId)
  return {
    name: billing.company || person.name,
    address: billing.address,
    country: billing.country ?? ctx.config.platformCountry,
    email: person.email,
    vatId: billing.vatId || null,
    consultationNumber: answer?.valid ? answer.consultationNumber : null,
  }
}

async function issue(
  ctx: Context,
  tx: Tx,
  paper: Paper & { developerId: string; month: Date; buyer: InvoiceDocument['buyer'] },
): Promise<void> {
  const { developerId, month, treatment, items, corrects } = paper
  const sign = corrects ? -1n : 1n
  const carries = await store.carriesOf(tx, developerId, treatment)
  // A credit note counts the other way round, and so does what is carried to it.
  const carryOf = (country: string, rate: bigint): Carry => {
    const found = carries.find((row) => row.country === country && row.rateBasisPoints === rate)
    return {
      netMicros: sign * (found?.netMicros ?? 0n),
      vatMicros: sign * (found?.vatMicros ?? 0n),
    }
  }
  const { lines, taxes } = invoiceTotals(linesOf(ctx, items), carryOf)
  const id = ctx.ids.next('inv')
  const now = ctx.clock.now()
  const year = now.getUTCFullYear()
  const total = (pick: (tax: (typeof taxes)[number]) => bigint) =>
    taxes.reduce((sum, tax) => sum + pick(tax), 0n)
  // Last of all that is read, so that nobody waits for the counter longer than for the writing.
  const sequence = await store.nextSequence(tx, year)
  const number = `VV-${year}-${String(sequence).padStart(6, '0')}`
  const netCents = total((tax) => tax.netCents)
  const vatCents = total((tax) => tax.vatCents)
  const document: InvoiceDocument = {
    number,
    kind: corrects ? 'credit_note' : 'invoice',
    issuedOn: isoDay(now),
    period: {
      from: isoDay(month),
      to: isoDay(new Date(monthEnd(month).getTime() - 1)),
    },
    seller: ctx.config.seller,
    buyer: corrects ? documentOf(corrects).buyer : paper.buyer,
    treatment,
    lines: lines.map((line) => ({
      description: line.description,
      detail: line.detail,
      country: line.country,
      rate: percent(line.rateBasisPoints),
      netCents: Number(line.netCents),
    })),
    taxes: taxes.map((tax) => ({
      country: tax.country,
      rate: percent(tax.rateBasisPoints),
      netCents: Number(tax.netCents),
      vatCents: Number(tax.vatCents),
    })),
    netCents: Number(netCents),
    vatCents: Number(vatCents),
    corrects: corrects && { number: corrects.number, issuedOn: documentOf(corrects).issuedOn },
  }
  await store.insertInvoice(
    tx,
    {
      ...{ id, year, sequence, number, kind: document.kind, developer_id: developerId, treatment },
      month: isoDay(month),
      corrects_id: corrects?.id ?? null,
      issued_at: now,
      document: JSON.stringify(document),
      net_cents: sign * netCents,
      vat_cents: sign * vatCents,
    },
    taxes.map((tax) => ({
      invoice_id: id,
      country: tax.country,
      rate_basis_points: tax.rateBasisPoints,
      net_micros: sign * tax.netMicros,
      vat_micros: sign * tax.vatMicros,
      net_cents: sign * tax.netCents,
      vat_cents: sign * tax.vatCents,
    })),
  )
  const kind = corrects ? 'refund' : 'sale'
  await store.insertItems(
    tx,
    items.map(({ escrowId }) => ({ escrow_id: escrowId, kind, invoice_id: id })),
  )
  ctx.logger.info({ invoiceId: id, number, developerId }, 'invoice issued')
}

/** One line for each usage, country and rate. */
function linesOf(ctx: Context, items: store.OpenItem[]) {
  const groups = Map.groupBy(
    items,
    (item) => `${item.usage} ${countryOf(ctx, item)} ${item.rateBasisPoints}`,
  )
  return [...groups.values()].map((group) => {
    const { usage, rateBasisPoints } = group[0]!
    const sum = (pick: (item: store.OpenItem) => bigint) =>
      group.reduce((total, item) => total + pick(item), 0n)
    const seconds = Number(sum(({ audioMs }) => audioMs)) / 1000
    const count = `${group.length} ${group.length === 1 ? 'synthesis' : 'syntheses'}`
    return {
      country: countryOf(ctx, group[0]!),
      rateBasisPoints,
      description: `Licensed speech synthesis, usage: ${usage}`,
      detail: `${count}, ${seconds.toFixed(1)} s of speech`,
      netMicros: sum(({ netMicros }) => netMicros),
      vatMicros: sum(({ vatMicros }) => vatMicros),
    }
  })
}

/** The frozen document of a row. */
export const documentOf = (row: store.InvoiceRow) => row.document as unknown as InvoiceDocument

const isoDay = (at: Date) => at.toISOString().slice(0, 10)
const percent = (basisPoints: bigint) => Number(basisPoints) / 100
