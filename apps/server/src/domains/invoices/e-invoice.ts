import type { Invoice } from '@e-invoice-eu/core'
import type { VatTreatment } from '@viva-voce/money'
import { formatCents, type InvoiceDocument, treatmentNotes } from './document.ts'

/** UNTDID 5305 codes of EN 16931, BT-118: standard rate, reverse charge, not subject to VAT. */
const vatCategories = { standard: 'S', reverse_charge: 'AE', outside_eu: 'O' } as const
/** VATEX codes of EN 16931, BT-121. */
const exemptionCodes: Record<VatTreatment, string | null> = {
  standard: null,
  reverse_charge: 'VATEX-EU-AE',
  outside_eu: 'VATEX-EU-O',
}
/** UNTDID 1001: commercial invoice, credit note. */
const typeCodes = { invoice: '380', credit_note: '381' } as const
/** UNTDID 4461: online payment service. */
const onlinePayment = '68'
/** UN/ECE Rec 20: one. */
const one = 'C62'

/** The library takes a fifth of a server's start, and is needed once a month. */
async function openService() {
  const { InvoiceService } = await import('@e-invoice-eu/core')
  return new InvoiceService({ log() {}, warn() {}, error() {} })
}

/**
 * Puts the invoice as EN 16931 XML (Factur-X 1.0, profile EN 16931) into its paper and makes both a PDF/A-3b.
 * The library checks the XML against its own schema and throws when it does not hold.
 */
export async function embedXml(document: InvoiceDocument, paper: Uint8Array): Promise<Uint8Array> {
  const service = await openService()
  const result = await service.generate(toEn16931(document), {
    format: 'Factur-X-EN16931',
    lang: 'en',
    noWarnings: true,
    pdf: { buffer: paper, filename: `${document.number}.pdf`, mimetype: 'application/pdf' },
  })
  if (typeof result === 'string') throw new Error('the library made XML in place of a PDF')
  return result
}

/** The same as bare XML (UN/CEFACT Cross Industry Invoice). */
export async function toXml(document: InvoiceDocument): Promise<string> {
  const options = { format: 'CII', lang: 'en', noWarnings: true }
  const service = await openService()
  return String(await service.generate(toEn16931(document), options))
}

const euro = { '@currencyID': 'EUR' } as const
const money = <K extends string>(name: K, cents: number) =>
  ({ [name]: plain(cents), [`${name}${'@currencyID'}`]: euro['@currencyID'] }) as Record<K, string>
const plain = (cents: number) => formatCents(cents).replaceAll(',', '')
const vat = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } } as const

/** The invoice in the library's internal form, which is EN 16931 in the words of UBL. */
function toEn16931(document: InvoiceDocument): Invoice {
  const { corrects } = document
  const notes = notesOf(document)
  const gross = document.netCents + document.vatCents
  const invoice = {
    'cbc:ID': document.number,
    'cbc:IssueDate': document.issuedOn,
    'cbc:InvoiceTypeCode': typeCodes[document.kind],
    ...(notes && { 'cbc:Note': [notes] }),
    'cbc:DocumentCurrencyCode': 'EUR',
    'cac:InvoicePeriod': {
      'cbc:StartDate': document.period.from,
      'cbc:EndDate': document.period.to,
    },
    ...(corrects && {
      'cac:BillingReference': [
        {
          'cac:InvoiceDocumentReference': {
            'cbc:ID': corrects.number,
            'cbc:IssueDate': corrects.issuedOn,
          },
        },
      ],
    }),
    'cac:AccountingSupplierParty': { 'cac:Party': sellerOf(document) },
    'cac:AccountingCustomerParty': { 'cac:Party': buyerOf(document) },
    'cac:PaymentMeans': [{ 'cbc:PaymentMeansCode': onlinePayment }],
    'cac:PaymentTerms': { 'cbc:Note': 'Paid from the prepaid wallet.' },
    'cac:TaxTotal': [
      {
        ...money('cbc:TaxAmount', document.vatCents),
        'cac:TaxSubtotal': document.taxes.map((tax) => ({
          ...money('cbc:TaxableAmount', tax.netCents),
          ...money('cbc:TaxAmount', tax.vatCents),
          'cac:TaxCategory': categoryOf(document.treatment, tax.rate, true),
        })),
      },
    ],
    'cac:LegalMonetaryTotal': {
      ...money('cbc:LineExtensionAmount', document.netCents),
      ...money('cbc:TaxExclusiveAmount', document.netCents),
      ...money('cbc:TaxInclusiveAmount', gross),
      ...money('cbc:PrepaidAmount', gross),
      ...money('cbc:PayableAmount', 0),
    },
    'cac:InvoiceLine': document.lines.map((line, index) => ({
      'cbc:ID': String(index + 1),
      'cbc:InvoicedQuantity': '1',
      'cbc:InvoicedQuantity@unitCode': one,
      ...money('cbc:LineExtensionAmount', line.netCents),
      'cac:Item': {
        'cbc:Description': line.detail,
        'cbc:Name': line.description,
        'cac:ClassifiedTaxCategory': categoryOf(document.treatment, line.rate, false),
      },
      'cac:Price': money('cbc:PriceAmount', line.netCents),
    })),
  }
  // The library checks every field against its schema, which says more than its types do.
  return { 'ubl:Invoice': invoice } as unknown as Invoice
}

/** In one note: EN 16931 has a subject code for each, and the syntax one content. */
function notesOf({ treatment, buyer }: InvoiceDocument): string {
  const note = treatmentNotes[treatment]
  const { consultationNumber } = buyer
  const consulted = consultationNumber && `VIES consultation number ${consultationNumber}.`
  return [note, consulted].filter(Boolean).join(' ')
}

/** A rate is given but where there is no VAT to rate (BR-O-05); a reason but where there is VAT. */
function categoryOf(treatment: VatTreatment, rate: number, withReason: boolean) {
  const code = exemptionCodes[treatment]
  return {
    'cbc:ID': vatCategories[treatment],
    ...(treatment !== 'outside_eu' && { 'cbc:Percent': String(rate) }),
    ...(withReason &&
      code && {
        'cbc:TaxExemptionReasonCode': code,
        'cbc:TaxExemptionReason': treatmentNotes[treatment],
      }),
    ...vat,
  }
}

/** BR-O-02: an invoice that is not subject to VAT names no VAT ID, so the email identifies the seller (BR-CO-26). */
function sellerOf({ seller, treatment }: InvoiceDocument) {
  return {
    'cbc:EndpointID': seller.email,
    'cbc:EndpointID@schemeID': 'EM',
    'cac:PartyIdentification': [{ 'cbc:ID': seller.email }],
    'cac:PostalAddress': {
      'cbc:StreetName': seller.street,
      'cbc:CityName': seller.city,
      'cbc:PostalZone': seller.postcode,
      'cac:Country': { 'cbc:IdentificationCode': seller.country },
    },
    ...(seller.vatId &&
      treatment !== 'outside_eu' && {
        'cac:PartyTaxScheme': [{ 'cbc:CompanyID': seller.vatId, ...vat }],
      }),
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': seller.company },
    'cac:Contact': { 'cbc:ElectronicMail': seller.email },
  }
}

function buyerOf({ buyer, treatment }: InvoiceDocument) {
  const [street, ...rest] = buyer.address.split('\n').filter(Boolean)
  return {
    'cbc:EndpointID': buyer.email,
    'cbc:EndpointID@schemeID': 'EM',
    'cac:PostalAddress': {
      ...(street && { 'cbc:StreetName': street }),
      ...(rest.length > 0 && { 'cbc:AdditionalStreetName': rest.join(', ') }),
      'cac:Country': { 'cbc:IdentificationCode': buyer.country },
    },
    ...(buyer.vatId &&
      treatment !== 'outside_eu' && {
        'cac:PartyTaxScheme': { 'cbc:CompanyID': buyer.vatId, ...vat },
      }),
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': buyer.name },
  }
}
