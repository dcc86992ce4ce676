import { royaltyEntry, royaltySummary, usagePoint } from '@viva-voce/contract'
import { split, toEuro } from '@viva-voce/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseDue } from '../src/domains/escrows/settle.ts'
import { foldActivity } from '../src/domains/usage/activity.ts'
import { auditBooks } from './setup/ledger.ts'
import { signUp, type TestPerson } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { insertTalent, insertVoice } from './setup/rows.ts'
import { pass, type Sale, sell } from './setup/sales.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const adminEmail = 'ada@operator.example'
const dayMs = 24 * 60 * 60 * 1000

interface Seller extends TestPerson {
  talentId: string
  voiceId: string
}

let server: TestServer
let admin: TestPerson
let nobody: TestPerson
let ida: Seller
let ole: Seller
let dana: TestPerson
let dirk: TestPerson
/** In the order of selling: Dana 3 × Ida and 1 × Ole, Dirk 2 × Ida and one catalogue voice. */
const sales: Sale[] = []

async function newSeller(): Promise<Seller> {
  const person = await signUp(server, 'talent')
  const talentId = await insertTalent(server, person, 'granted')
  return { ...person, talentId, voiceId: await insertVoice(server, 'ready', talentId) }
}

async function sellFor(buyer: TestPerson, seller: Seller | null, seconds: number) {
  const sale = await sell(server, {
    developerId: buyer.developerId!,
    voiceId: seller?.voiceId ?? 'premium_en_us_001',
    talentId: seller?.talentId ?? null,
    seconds,
    usage: seconds > 5 ? 'audiobook' : 'podcast',
  })
  sales.push(sale)
  server.clock.advance(1_000)
}

beforeAll(async () => {
  server = await startTestServer(
    { ADMIN_EMAILS: adminEmail, PROMOTIONAL_CREDIT_CENTS: '10000' },
    'api',
  )
  admin = await signUp(server, 'admin', adminEmail)
  nobody = await signUp(server, 'client')
  ida = await newSeller()
  ole = await newSeller()
  dana = await signUp(server, 'developer')
  dirk = await signUp(server, 'developer')
  await sellFor(dana, ida, 3.337)
  await sellFor(dana, ole, 10)
  await sellFor(dirk, ida, 0.2)
  server.clock.advance(dayMs)
  await sellFor(dana, ida, 7.001)
  await sellFor(dirk, ida, 61.5)
  await sellFor(dirk, null, 20)
  await sellFor(dana, ida, 1.5)
})
afterAll(() => server.close())

async function entries(person: TestPerson, query = '') {
  const answer = await person.fetch(`/v1/metrics/royalties${query}`)
  expect(answer.status).toBe(200)
  return royaltyEntry.array().parse(await answer.json())
}

async function summary(person: TestPerson) {
  return royaltySummary.parse(await (await person.fetch('/v1/metrics/royalties/summary')).json())
}

const shareOf = (sale: Sale) => split(sale.netMicros, true).talentMicros
const euroOf = (chosen: Sale[]) => toEuro(chosen.reduce((sum, sale) => sum + shareOf(sale), 0n))
const ofIda = () => [sales[0]!, sales[2]!, sales[3]!, sales[4]!, sales[6]!]

describe('the royalty ledger', () => {
  test('shows each line with its arithmetic, newest first', async () => {
    const listed = await entries(ida)
    expect(listed.map((line) => line.amount_eur)).toEqual(
      ofIda().map(shareOf).map(toEuro).reverse(),
    )
    for (const line of listed) {
      const exact = line.seconds * line.price_per_second_eur * line.usage_factor
      expect(line.net_eur).toBeCloseTo(Math.max(0.01, exact), 6)
      expect(line.amount_eur).toBeCloseTo((line.net_eur * line.share_percent) / 100, 6)
      expect(line).toMatchObject({ status: 'pending', voice_id: ida.voiceId, share_percent: 70 })
    }
  })

  test('shows a talent theirs, a developer what they paid for, an administrator all', async () => {
    expect(await entries(ole)).toHaveLength(1)
    expect(await entries(dana)).toHaveLength(4)
    expect(await entries(dirk)).toHaveLength(2)
    expect(await entries(admin)).toHaveLength(6)
    expect(await entries(nobody)).toEqual([])
  })

  test('pages by key without missing or repeating a line', async () => {
    const seen: string[] = []
    let query = '?limit=2'
    for (let page = 0; page < 4; page++) {
      const lines = await entries(admin, query)
      seen.push(...lines.map(({ id }) => id))
      if (lines.length > 0) query = `?limit=2&cursor=${lines.at(-1)!.id}`
    }
    expect(seen).toEqual((await entries(admin)).map(({ id }) => id))
  })

  test.each(['?limit=0', '?limit=501', '?limit=x', '?cursor=x', `?cursor=esc_${'0'.repeat(26)}`])(
    'refuses %s',
    async (query) => {
      await expectProblem(await ida.fetch(`/v1/metrics/royalties${query}`), 'validation_failed')
    },
  )

  test('is a CSV with every line, and a name that is a formula stays a name', async () => {
    await server.ctx.db
      .updateTable('talents')
      .set({ name: '=HYPERLINK("http://x")' })
      .where('id', '=', ole.talentId)
      .execute()
    const answer = await dana.fetch('/v1/metrics/royalties.csv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/royalties-2026-03-03\.csv/)
    const lines = (await answer.text()).trim().split('\n')
    expect(lines[0]).toMatch(/^id,date,voice_id,talent_name/)
    expect(lines).toHaveLength(5)
    expect(lines.join('\n')).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect((await (await nobody.fetch('/v1/metrics/royalties.csv')).text()).trim()).toBe(lines[0])
  })
})

describe('totals and days', () => {
  test.each(['before', 'after'])('add everything up, %s the changes are folded', async (when) => {
    if (when === 'after') expect(await foldActivity(server.ctx)).toBeGreaterThan(0)
    expect(await summary(ida)).toEqual({
      paid_eur: 0,
      processing_eur: 0,
      cancelled_eur: 0,
      pending_eur: euroOf(ofIda()),
      this_month_eur: euroOf(ofIda()),
      entries: 5,
      active_talents: 1,
    })
    expect(await summary(dana)).toMatchObject({ entries: 4, active_talents: 2 })
    expect(await summary(dirk)).toMatchObject({
      entries: 2,
      active_talents: 1,
      pending_eur: euroOf([sales[2]!, sales[4]!]),
    })
    expect(await summary(nobody)).toMatchObject({ entries: 0, pending_eur: 0, active_talents: 0 })
    if (when === 'after') expect(await summary(admin)).toMatchObject({ active_talents: 2 })
    const days = (await (await ida.fetch('/v1/metrics/royalties/daily?days=3')).json()) as object[]
    expect(days).toMatchObject([
      { date: '2026-03-01', entries: 0, pending_eur: 0 },
      { date: '2026-03-02', entries: 2, pending_eur: euroOf([sales[0]!, sales[2]!]) },
      { date: '2026-03-03', entries: 3 },
    ])
  })

  test('are folded once when two processes fold at a time', async () => {
    await sellFor(dirk, ole, 4)
    const folded = await Promise.all([1, 2, 3, 4].map(() => foldActivity(server.ctx)))
    expect(folded.reduce((sum, count) => sum + count)).toBe(1)
    expect(await summary(ole)).toMatchObject({ entries: 2 })
  })
})

describe('usage', () => {
  const usage = async (person: TestPerson, query = '') =>
    usagePoint.array().parse(await (await person.fetch(`/v1/metrics/usage${query}`)).json())

  test('has every one of the last 30 days, and counts requests and seconds', async () => {
    const days = await usage(dana)
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toEqual({ date: '2026-03-03', requests: 2, seconds: 8.501 })
    expect(days.at(-2)).toEqual({ date: '2026-03-02', requests: 2, seconds: 13.337 })
    expect(days.slice(0, -2).every((day) => day.requests === 0 && day.seconds === 0)).toBe(true)
    // A catalogue voice counts for who pays and for nobody's voice.
    expect((await usage(dirk, '?days=1'))[0]).toMatchObject({ requests: 3, seconds: 85.5 })
    expect((await usage(ida, '?days=1'))[0]).toMatchObject({ requests: 3 })
    expect((await usage(admin, '?days=1'))[0]).toMatchObject({ requests: 5 })
    expect((await usage(nobody, '?days=2')).map(({ requests }) => requests)).toEqual([0, 0])
  })

  test.each(['?days=0', '?days=367', '?days=1.5'])('refuses %s', async (query) => {
    await expectProblem(await dana.fetch(`/v1/metrics/usage${query}`), 'validation_failed')
  })
})

test('a failed check cancels the royalty, and a release leaves it pending until the payout', async () => {
  const before = await summary(ida)
  await pass(server, sales[0]!, { watermarkPassed: false, scanPassed: true })
  for (const sale of sales.slice(1)) await pass(server, sale)
  server.clock.advance(8 * dayMs)
  await releaseDue(server.ctx)
  const after = await summary(ida)
  expect(after.cancelled_eur).toBeCloseTo(euroOf([sales[0]!]), 6)
  expect(after.pending_eur).toBeCloseTo(before.pending_eur - after.cancelled_eur, 6)
  expect((await entries(ida)).map(({ status }) => status)).toEqual([
    ...Array(4).fill('pending'),
    'cancelled',
  ])
  await auditBooks(server)
})
