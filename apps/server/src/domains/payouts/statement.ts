import { createHash } from 'node:crypto'
import { type Micros, talentSharePercent } from '@viva-voce/money'
import { productName } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../kit/db.ts'
import { renderSheet, type SheetPart } from '../../kit/pdf-sheet.ts'
import { talentById } from '../talents/talents.ts'
import * as store from './payout-store.ts'

const atOnce = 20

/** Makes the self-billing statement of every payout that was paid and has none; stored once, never made again. */
export async function renderStatements(ctx: Context): Promise<number> {
  let total = 0
  for (;;) {
    const rows = await store.findUnstated(ctx.db, atOnce)
    for (const row of rows) await render(ctx, row)
    total += rows.length
    if (rows.length < atOnce) return total
  }
}

async function render(ctx: Context, row: store.PayoutRow): Promise<void> {
  const pdf = await renderSheet(await partsOf(ctx, row), {
    title: `Statement ${row.id}`,
    author: ctx.config.seller.company,
    at: row.settled_at!,
    archival: true,
  })
  const sha256 = createHash('sha256').update(pdf).digest()
  const key = `statements/${row.month.slice(0, 4)}/${row.id}.pdf`
  await ctx.objects.put(key, pdf)
  await inTransaction(ctx.db, (tx) =>
    store.update(tx, row.id, { statement_key: key, statement_sha256: sha256 }),
  )
}

async function partsOf(ctx: Context, row: store.PayoutRow): Promise<SheetPart[]> {
  const { seller } = ctx.config
  const talent = await talentById(ctx, row.talent_id)
  const lines = await store.statementLines(ctx.db, row.id)
  const left = row.earned_micros + row.carried_micros - row.amount_cents * 10_000n
  return [
    { kind: 'title', text: 'Self-billing statement' },
    {
      kind: 'sides',
      left: [talent.name, talent.email, `Talent ${talent.id}`],
      right: [
        seller.company,
        seller.street,
        `${seller.country} ${seller.postcode} ${seller.city}`,
        ...(seller.vatId ? [`VAT ID ${seller.vatId}`] : []),
      ],
    },
    {
      kind: 'sides',
      left: [
        `Statement ${row.id}`,
        `Paid on ${row.settled_at!.toISOString().slice(0, 10)}`,
        `Royalties up to the end of ${row.month.slice(0, 7)}`,
      ],
      right: [`Transfer ${row.transfer_id}`, `To account ${row.destination_account}`],
    },
    {
      kind: 'table',
      columns: [
        { head: 'Month', width: 0.14 },
        { head: 'What', width: 0.26 },
        { head: 'Seconds', width: 0.16, end: true },
        { head: 'Net sales, EUR', width: 0.22, end: true },
        { head: `Share ${talentSharePercent} %, EUR`, width: 0.22, end: true },
      ],
      rows: lines.map((line) => [
        line.month,
        line.kind === 'sale' ? `${line.count} licences` : `${line.count} late refunds`,
        (Number(line.audioMs) / 1000).toFixed(1),
        exact(line.netMicros),
        exact(line.amountMicros),
      ]),
    },
    {
      kind: 'sums',
      rows: [
        ['Earned, EUR', exact(row.earned_micros)],
        ['Carried from before, EUR', exact(row.carried_micros)],
        ['Carried on, EUR', exact(-left)],
        ['Paid, EUR', (Number(row.amount_cents) / 100).toFixed(2)],
      ],
    },
    {
      kind: 'text',
      text: `Issued by ${productName} in the talent’s name (self-billing, Article 224 of Directive 2006/112/EC). No VAT is stated: no VAT ID of the talent is on record. Objections are to be made to ${seller.email}.`,
    },
  ]
}

/** All six decimals: a statement is checked line by line. */
function exact(micros: Micros): string {
  const sign = micros < 0n ? '−' : ''
  const digits = String(micros < 0n ? -micros : micros).padStart(7, '0')
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`
}
