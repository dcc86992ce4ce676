import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type PDFDocument from 'pdfkit'

/** DejaVu Sans Condensed: Latin, Greek and Cyrillic of every EU language, free to embed (assets/fonts/LICENSE.txt). */
const fonts = {
  plain: readFileSync(new URL('../../assets/fonts/DejaVuSansCondensed.ttf', import.meta.url)),
  bold: readFileSync(new URL('../../assets/fonts/DejaVuSansCondensed-Bold.ttf', import.meta.url)),
}

export interface SheetColumn {
  head: string
  /** Share of the line's width; all of a table add up to 1. */
  width: number
  /** Figures line up on the right. */
  end?: boolean
}

/** What a sheet holds, from top to bottom. */
export type SheetPart =
  | { kind: 'title'; text: string }
  | { kind: 'sides'; left: string[]; right: string[] }
  | { kind: 'text'; text: string }
  | { kind: 'table'; columns: SheetColumn[]; rows: string[][] }
  | { kind: 'sums'; rows: [name: string, value: string][] }

const margin = 56
const size = { title: 20, text: 9.5, small: 8 }
const ink = '#1b1612'
const muted = '#5e5449'

/**
 * An A4 paper with its fonts embedded, as bytes. `archival` makes it PDF/A-3b by itself; leave it out where somebody
 * else puts the PDF/A marks on.
 */
export async function renderSheet(
  parts: readonly SheetPart[],
  meta: { title: string; author: string; at: Date; archival?: boolean },
): Promise<Uint8Array> {
  // Loaded when a paper is due: a start of the server does not wait for it.
  const { default: Document } = await import('pdfkit')
  const doc = new Document({
    ...{ size: 'A4', margin, lang: 'en', pdfVersion: '1.7', displayTitle: true },
    ...(meta.archival && { subset: 'PDF/A-3b', tagged: true }),
    info: { Title: meta.title, Author: meta.author, CreationDate: meta.at, ModDate: meta.at },
  })
  doc.registerFont('plain', fonts.plain).registerFont('bold', fonts.bold)
  for (const part of parts) draw(doc, part)
  doc.end()
  return buffer(doc)
}

type Doc = InstanceType<typeof PDFDocument>

const widthOf = (doc: Doc) => doc.page.width - 2 * margin

function draw(doc: Doc, part: SheetPart): void {
  doc.font('plain').fontSize(size.text).fillColor(ink)
  if (part.kind === 'title') doc.font('bold').fontSize(size.title).text(part.text).moveDown(0.8)
  else if (part.kind === 'text') doc.fillColor(muted).text(part.text).moveDown(0.6)
  else if (part.kind === 'sides') drawSides(doc, part.left, part.right)
  else if (part.kind === 'table') drawTable(doc, part.columns, part.rows)
  else drawSums(doc, part.rows)
}

function drawSides(doc: Doc, left: string[], right: string[]): void {
  const top = doc.y
  const half = widthOf(doc) / 2
  const column = (lines: string[], x: number) => {
    for (const [index, line] of lines.entries()) {
      doc.font(index === 0 ? 'bold' : 'plain').text(line, x, index === 0 ? top : doc.y, {
        width: half - 12,
      })
    }
    return doc.y
  }
  const bottom = Math.max(column(left, margin), column(right, margin + half))
  doc.x = margin
  doc.y = bottom + 22
}

function drawTable(doc: Doc, columns: SheetColumn[], rows: string[][]): void {
  drawRow(
    doc,
    columns,
    columns.map(({ head }) => head),
    'bold',
  )
  for (const row of rows) drawRow(doc, columns, row, 'plain')
  doc.moveDown(0.8)
}

function drawRow(doc: Doc, columns: SheetColumn[], cells: string[], font: keyof typeof fonts) {
  doc.font(font).fontSize(size.text)
  const widths = columns.map(({ width }) => width * widthOf(doc))
  const height = Math.max(
    ...cells.map((cell, i) => doc.heightOfString(cell, { width: widths[i]! - 8 })),
  )
  if (doc.y + height + 12 > doc.page.height - margin) doc.addPage()
  const top = doc.y
  let x = margin
  for (const [i, cell] of cells.entries()) {
    const align = columns[i]!.end ? 'right' : 'left'
    doc.text(cell, x, top, { width: widths[i]! - 8, align })
    x += widths[i]!
  }
  doc.x = margin
  doc.y = top + height + 3
  doc
    .moveTo(margin, doc.y)
    .lineTo(margin + widthOf(doc) - 8, doc.y)
    .lineWidth(0.5)
    .strokeColor(font === 'bold' ? ink : '#d9cfbc')
    .stroke()
  doc.y += 4
}

function drawSums(doc: Doc, rows: [string, string][]): void {
  const columns = [
    { head: '', width: 0.5 },
    { head: '', width: 0.3 },
    { head: '', width: 0.2, end: true },
  ]
  for (const [index, [name, value]] of rows.entries()) {
    drawRow(doc, columns, ['', name, value], index === rows.length - 1 ? 'bold' : 'plain')
  }
  doc.moveDown(1)
}
