import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import { type InvoiceEntry, routes } from '@viva-voce/contract'
import { type Sandbox, startSandbox } from '@viva-voce/sandbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseDue } from '../src/domains/escrows/settle.ts'
import type { InvoiceDocument } from '../src/domains/invoices/document.ts'
import { toXml } from '../src/domains/invoices/e-invoice.ts'
import { issueMonth } from '../src/domains/invoices/issue.ts'
import { closeMonths } from '../src/domains/invoices/month-end.ts'
import { listPapers } from '../src/domains/invoices/read.ts'
import { renderInvoices } from '../src/domains/invoices/render.ts'
import { auditBooks } from './setup/ledger.ts'
import { signUp, type TestPerson } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { insertVoice } from './setup/rows.ts'
import { pass, sell } from './setup/sales.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const adminEmail = 'ada@operator.example'
const dayMs = 24 * 60 * 60 * 1000

let sandbox: Sandbox
let server: TestServer
let voiceId: string
beforeAll(async () => {
  sandbox = await startSandbox()
  server = await startTestServer(
    {
      ADMIN_EMAILS: adminEmail,
      PROMOTIONAL_CREDIT_CENTS: '10000',
      VIES_URL: `${sandbox.url}/vies`,
      PLATFORM_VAT_ID: 'DE136695976',
    },
    'api',
  )
  voiceId = await insertVoice(server, 'ready')
})
afterAll(async () => {
  await server.close()
  await sandbox.close()
})

async function developerFrom(profile: object | null, email?: string): Promise<TestPerson> {
  const person = await signUp(server, 'developer', email)
  if (profile) {
    const body = { billing_company: 'Studio', billing_vat_id: '', ...profile }
    const answer = await person.fetch('/v1/billing/profile', {
      method: 'POST',
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
  }
  return person
}

const sellTo = (person: TestPerson, seconds: number) =>
  sell(server, { developerId: person.developerId!, voiceId, talentId: null, seconds })

/** Moves the clock to the eleventh minute of the next month and issues what is due. */
async function endMonth(): Promise<void> {
  const now = server.clock.now()
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 11)
  server.clock.advance(next - now.getTime())
  await closeMonths(server.ctx)
  await renderInvoices(server.ctx)
}

async function papers(person: TestPerson): Promise<InvoiceEntry[]> {
  const { invoices } = await listPapers(server.ctx, person.developerId!, { limit: 500 })
  return routes.listInvoices.answer.parse({ invoices, next_cursor: null }).invoices
}

async function documentOf(entry: InvoiceEntry): Promise<InvoiceDocument> {
  const row = await server.ctx.db
    .selectFrom('invoices')
    .select('document')
    .where('id', '=', entry.id)
    .executeTakeFirstOrThrow()
  return row.document as unknown as InvoiceDocument
}

/** What the books say of a developer: charged less refunded, over all time. */
async function charged(person: TestPerson): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    select coalesce(-sum(amount_micros), 0)::bigint as micros from ledger_postings p
    join ledger_transactions t on t.id = p.transaction_id join ledger_accounts a on a.id = p.account_id
    where a.kind = 'wallet' and a.owner_id = ${person.developerId} and t.kind in ('synthesis', 'refund')`.execute(
    server.ctx.db,
  )
  return rows[0]!.micros
}

async function invoicedMicros(person: TestPerson): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    select coalesce(sum(t.net_micros + t.vat_micros), 0)::bigint as micros from invoice_taxes t
    join invoices i on i.id = t.invoice_id where developer_id = ${person.developerId}`.execute(
    server.ctx.db,
  )
  return rows[0]!.micros
}

describe('the VAT on an invoice', () => {
  test.each([
    ['a customer whose country is unknown', null, 'standard', 0.19, null],
    ['at home', { billing_country: 'DE' }, 'standard', 0.19, null],
    ['private, elsewhere in the EU', { billing_country: 'HU' }, 'standard', 0.27, null],
    [
      'a business elsewhere in the EU',
      { billing_country: 'FR', billing_vat_id: 'FR40303265045' },
      'reverse_charge',
      0,
      /Reverse charge.*Article.* 196/,
    ],
    ['outside the EU', { billing_country: 'US' }, 'outside_eu', 0, /Not subject to VAT/],
  ] as const)('of %s is as the law says', async (_, profile, treatment, rate, wording) => {
    const person = await developerFrom(profile)
    await sellTo(person, 100)
    await endMonth()
    const [paper] = await papers(person)
    expect(paper).toMatchObject({ kind: 'invoice', net_amount_eur: 1, vat_amount_eur: rate })
    expect(paper!.gross_amount_eur).toBeCloseTo(1 + rate, 6)
    const document = await documentOf(paper!)
    expect(document).toMatchObject({ treatment, taxes: [{ rate: rate * 100 }] })
    const xml = await toXml(document)
    if (wording) expect(xml).toMatch(wording)
    const consulted = treatment === 'reverse_charge'
    expect(document.buyer.consultationNumber !== null).toBe(consulted)
    expect(xml.includes('VIES consultation number')).toBe(consulted)
  })
})

describe('a paper', () => {
  const email = 'studio@example.com'
  let person: TestPerson
  let paper: InvoiceEntry
  let pdf: Buffer
  beforeAll(async () => {
    person = await developerFrom(
      {
        billing_company: 'Zażółć gęślą & Στούντιο <Φωνής>',
        billing_country: 'FR',
        billing_address: '1 rue Courte\n75001 Paris',
        billing_vat_id: 'FR40303265045',
      },
      email,
    )
    await sellTo(person, 33.337)
    await endMonth()
    // Nobody is signed in for a month without coming back.
    person = await signUp(server, 'client', email)
    const listed = await person.fetch('/v1/billing/invoices')
    paper = routes.listInvoices.answer.parse(await listed.json()).invoices[0]!
    const answer = await person.fetch(new URL(paper.pdf_url!).pathname)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${paper.number}.pdf"`,
    )
    pdf = Buffer.from(await answer.arrayBuffer())
  })

  test('is a PDF/A-3b that carries the same invoice as EN 16931 XML', async () => {
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const loaded = await PDFDocument.load(pdf, { updateMetadata: false })
    const attachments = loaded.getAttachments()
    expect(attachments.map(({ name }) => name)).toEqual(['factur-x.xml'])
    const xml = Buffer.from(attachments[0]!.data).toString('utf8')
    expect(xml).toContain('urn:cen.eu:en16931:2017')
    expect(xml).toContain(`<ram:ID>${paper.number}</ram:ID>`)
    expect(xml).toContain('<ram:Name>Zażółć gęślą &amp; Στούντιο &lt;Φωνής&gt;</ram:Name>')
    expect(xml).toContain('<ram:CategoryCode>AE</ram:CategoryCode>')
    expect(xml).toContain('<ram:DuePayableAmount>0.00</ram:DuePayableAmount>')
    const text = pdf.toString('latin1')
    expect(text).toMatch(/<pdfaid:part>3<\/pdfaid:part>/)
    expect(text).toMatch(/<pdfaid:conformance>B<\/pdfaid:conformance>/)
    expect(text).toMatch(/<fx:ConformanceLevel>EN 16931<\/fx:ConformanceLevel>/)
  })

  test('embeds every font that it writes with', async () => {
    const loaded = await PDFDocument.load(pdf, { updateMetadata: false })
    const dictionaries = loaded.context
      .enumerateIndirectObjects()
      .map(([, object]) => String(object))
    const descriptors = dictionaries.filter((text) => text.includes('/Type /FontDescriptor'))
    expect(descriptors.length).toBeGreaterThanOrEqual(2)
    expect(descriptors.every((text) => text.includes('/FontFile2'))).toBe(true)
    expect(dictionaries.some((text) => text.includes('/Subtype /Type1'))).toBe(false)
  })

  test('is stored once and never made again', async () => {
    const before = await server.ctx.db
      .selectFrom('invoices')
      .select(['pdf_key', 'pdf_sha256'])
      .where('id', '=', paper.id)
      .executeTakeFirstOrThrow()
    expect(createHash('sha256').update(pdf).digest().equals(before.pdf_sha256!)).toBe(true)
    await renderInvoices(server.ctx)
    const again = await person.fetch(new URL(paper.pdf_url!).pathname)
    expect(Buffer.from(await again.arrayBuffer()).equals(pdf)).toBe(true)
    for (const change of [
      'net_cents = 1',
      `number = 'VV-1'`,
      `document = '{}'`,
      `pdf_key = 'x', pdf_sha256 = ''`,
    ]) {
      const update = sql.raw(`update invoices set ${change} where id = '${paper.id}'`)
      await expect(update.execute(server.ctx.db)).rejects.toThrow(/is final/)
    }
    await expect(sql`delete from invoices`.execute(server.ctx.db)).rejects.toThrow(/deleted/)
  })

  test('is told of once', async () => {
    const rows = await server.ctx.db
      .selectFrom('outbox_events')
      .select('payload')
      .where('type', '=', 'invoice.created')
      .execute()
    const ours = rows.filter(
      ({ payload }) => (payload as { invoice_id: string }).invoice_id === paper.id,
    )
    expect(ours).toEqual([{ payload: expect.objectContaining({ number: paper.number }) }])
  })

  test('is for its developer and administrators only', async () => {
    const path = new URL(paper.pdf_url!).pathname
    const admin = await signUp(server, 'admin', adminEmail)
    expect((await admin.fetch(path)).status).toBe(200)
    const other = await signUp(server, 'developer')
    await expectProblem(await other.fetch(path), 'not_found')
    expect(await papers(other)).toEqual([])
  })
})

describe('what is refunded', () => {
  test('in the month of its sale leaves nothing, and later is a credit note on its invoice', async () => {
    const person = await developerFrom({ billing_country: 'DE' })
    const atOnce = await sellTo(person, 50)
    await pass(server, atOnce, { watermarkPassed: false, scanPassed: true })
    await sellTo(person, 100)
    const late = await sellTo(person, 200)
    await endMonth()
    const [invoice] = await papers(person)
    expect(invoice).toMatchObject({ net_amount_eur: 3, vat_amount_eur: 0.57 })
    await pass(server, late, { watermarkPassed: true, scanPassed: false })
    await endMonth()
    const [note, ...rest] = await papers(person)
    expect(rest).toHaveLength(1)
    expect(note).toMatchObject({ kind: 'credit_note', net_amount_eur: -2, vat_amount_eur: -0.38 })
    const document = await documentOf(note!)
    expect(document).toMatchObject({ netCents: 200, corrects: { number: invoice!.number } })
    expect(await toXml(document)).toMatch(/<ram:TypeCode>381<\/ram:TypeCode>/)
    expect(await invoicedMicros(person)).toBe(await charged(person))
  })

  test('altogether leaves no invoice', async () => {
    const person = await developerFrom(null)
    const sale = await sellTo(person, 5)
    await pass(server, sale, { watermarkPassed: false, scanPassed: true })
    await endMonth()
    expect(await papers(person)).toEqual([])
  })
})

test('over months, the invoices are what the books say, to the micro-euro', async () => {
  const person = await developerFrom({ billing_country: 'FI' })
  let shown = 0n
  for (const month of [1, 2, 3, 4, 5]) {
    for (let n = 0; n < 4; n++) await sellTo(person, 1.23457 * month + n * 3.1)
    await endMonth()
    const [paper] = await papers(person)
    const { lines, netCents, vatCents } = await documentOf(paper!)
    expect(lines.reduce((sum, line) => sum + line.netCents, 0)).toBe(netCents)
    expect(Math.abs(vatCents - netCents * 0.255)).toBeLessThan(2)
    shown += BigInt(netCents + vatCents) * 10_000n
  }
  const books = await charged(person)
  expect(await invoicedMicros(person)).toBe(books)
  const off = shown - books
  expect(off <= 10_000n && off >= -10_000n).toBe(true)
})

test('numbers have no gap within a year and begin anew, however many are issued at once', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => developerFrom(null)))
  for (const person of people) await sellTo(person, 2)
  const month = new Date(
    Date.UTC(server.clock.now().getUTCFullYear(), server.clock.now().getUTCMonth(), 1),
  )
  const next = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1, 1)
  server.clock.advance(next - server.clock.now().getTime())
  // Two workers, each with every developer.
  await Promise.all(
    [...people, ...people].map((person) => issueMonth(server.ctx, person.developerId!, month)),
  )
  const { rows } = await sql<{ year: number; sequence: number }>`
    select year, sequence from invoices order by year, sequence`.execute(server.ctx.db)
  for (const [year, issued] of Map.groupBy(rows, (row) => row.year)) {
    expect([year, issued.map(({ sequence }) => sequence)]).toEqual([
      year,
      issued.map((_, index) => index + 1),
    ])
  }
  expect(new Set(rows.map(({ year }) => year)).size).toBeGreaterThan(1)
  for (const person of people) expect(await papers(person)).toHaveLength(1)
  await releaseDue(server.ctx)
  server.clock.advance(dayMs)
  await auditBooks(server)
})
