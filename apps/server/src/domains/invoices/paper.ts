import { renderSheet, type SheetPart } from '../../kit/pdf-sheet.ts'
import { formatCents, type InvoiceDocument, treatmentNotes } from './document.ts'

/** The page that people read, as a PDF with embedded fonts; the XML comes into it afterwards. */
export function renderPaper(document: InvoiceDocument): Promise<Uint8Array> {
  const { seller, number } = document
  return renderSheet(partsOf(document), {
    title: `${titleOf(document)} ${number}`,
    author: seller.company,
    at: new Date(`${document.issuedOn}T00:00:00Z`),
  })
}

const titleOf = ({ kind }: InvoiceDocument) => (kind === 'invoice' ? 'Invoice' : 'Credit note')

function partsOf(document: InvoiceDocument): SheetPart[] {
  const { buyer, corrects, treatment, lines, kind } = document
  const gross = document.netCents + document.vatCents
  const note = treatmentNotes[treatment]
  return [
    { kind: 'title', text: `${titleOf(document)} ${document.number}` },
    { kind: 'sides', left: sellerLines(document), right: buyerLines(document) },
    { kind: 'sides', left: dateLines(document), right: vatIdLines(document) },
    {
      kind: 'table',
      columns: [
        { head: 'Service', width: 0.36 },
        { head: 'Quantity', width: 0.3 },
        { head: 'VAT', width: 0.14, end: true },
        { head: 'Net, EUR', width: 0.2, end: true },
      ],
      rows: lines.map((line) => [
        line.description,
        line.detail,
        vatWords(line.country, line.rate),
        formatCents(line.netCents),
      ]),
    },
    {
      kind: 'sums',
      rows: [
        ['Net', formatCents(document.netCents)],
        ...document.taxes.map((tax): [string, string] => [
          `VAT ${vatWords(tax.country, tax.rate)} on ${formatCents(tax.netCents)}`,
          formatCents(tax.vatCents),
        ]),
        [kind === 'invoice' ? 'Total, EUR' : 'Total credited, EUR', formatCents(gross)],
      ],
    },
    ...(note ? [{ kind: 'text', text: note } as const] : []),
    ...(buyer.consultationNumber
      ? [
          {
            kind: 'text',
            text: `VIES consultation number of the customer’s VAT ID: ${buyer.consultationNumber}.`,
          } as const,
        ]
      : []),
    ...(corrects
      ? [
          {
            kind: 'text',
            text: `This credit note corrects invoice ${corrects.number} of ${corrects.issuedOn}.`,
          } as const,
        ]
      : []),
    {
      kind: 'text',
      text:
        kind === 'invoice'
          ? 'Paid from the prepaid wallet; nothing is due. Prices are kept in millionths of a euro; what rounding leaves is carried to the next invoice.'
          : 'The amount has been credited to the wallet.',
    },
  ]
}

function vatWords(country: string, rate: number): string {
  return `${country} ${rate.toLocaleString('en-GB', { maximumFractionDigits: 2 })} %`
}

function sellerLines({ seller }: InvoiceDocument): string[] {
  const city = `${seller.country} ${seller.postcode} ${seller.city}`
  return [seller.company, seller.street, city, seller.email]
}

function buyerLines({ buyer }: InvoiceDocument): string[] {
  return [buyer.name, ...buyer.address.split('\n').filter(Boolean), buyer.country, buyer.email]
}

function dateLines({ issuedOn, period }: InvoiceDocument): string[] {
  return [`Date ${issuedOn}`, `Services from ${period.from} to ${period.to}`]
}

function vatIdLines({ seller, buyer }: InvoiceDocument): string[] {
  return [
    seller.vatId ? `Seller’s VAT ID ${seller.vatId}` : '',
    buyer.vatId ? `Customer’s VAT ID ${buyer.vatId}` : '',
  ]
}
