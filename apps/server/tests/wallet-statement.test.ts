import type { StatementLine } from '@viva-voce/contract'
import { paymentEntry, synthesisEntry } from '@viva-voce/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postToWallet } from '../src/domains/wallets/wallets.ts'
import { inTransaction } from '../src/kit/db.ts'
import { getJson } from './setup/payments.ts'
import { signUp, type TestPerson } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const changes = 1_203
let server: TestServer
let dev: TestPerson
let other: TestPerson

beforeAll(async () => {
  server = await startTestServer({ PROMOTIONAL_CREDIT_CENTS: '0' }, 'api')
  dev = await signUp(server, 'developer')
  other = await signUp(server, 'developer')
  const { ctx } = server
  // Of uneven amounts, a page of the CSV in each transaction, with somebody else's changes between them.
  for (let from = 0; from < changes; from += 401) {
    await inTransaction(ctx.db, async (tx) => {
      for (let n = from; n < from + 401; n++) {
        await postToWallet(ctx, tx, dev.developerId!, change(dev.developerId!, n))
        if (n % 100 === 0)
          await postToWallet(ctx, tx, other.developerId!, topUp(other.developerId!, n))
      }
    })
  }
})
afterAll(() => server.close())

const topUp = (developerId: string, n: number) =>
  paymentEntry({ paymentId: `${developerId}:${n}`, developerId, amountMicros: 5_000_000n })

/** Every tenth is a top-up, the others cost some micro-euro. */
function change(developerId: string, n: number) {
  if (n % 10 === 0) return topUp(developerId, n)
  const netMicros = BigInt(10_000 + n * 7)
  return synthesisEntry({
    escrowId: `esc:${n}`,
    developerId,
    talentId: null,
    netMicros,
    vatMicros: 1_901n,
  })
}

interface Page {
  items: StatementLine[]
  next_cursor: string | null
}

async function readPages(limit: number, afterFirst = async () => {}): Promise<StatementLine[]> {
  const all: StatementLine[] = []
  let cursor: string | null = null
  do {
    const path: string = `/v1/wallet/statement?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`
    const answer = await dev.fetch(path)
    if (!answer.ok) throw new Error(path + (await answer.text()))
    const page = (await answer.json()) as Page
    if (all.length === 0) await afterFirst()
    all.push(...page.items)
    cursor = page.next_cursor
  } while (cursor)
  return all
}

const micros = (eur: number | string) => BigInt(Math.round(Number(eur) * 1e6))

/** Newest first: each line's balance is the older one's and its own amount. */
function expectToAddUp(lines: { amount_eur: number | string; balance_eur: number | string }[]) {
  let balance = 0n
  for (const line of lines.toReversed()) {
    balance += micros(line.amount_eur)
    expect(micros(line.balance_eur)).toBe(balance)
  }
}

test('every page carries the balance on, down to nothing at the beginning', async () => {
  const lines = await readPages(100)
  expect(lines).toHaveLength(changes)
  expect(new Set(lines.map(({ id }) => id)).size).toBe(changes)
  expectToAddUp(lines)
  const wallet = await getJson<{ balance_eur: number }>(dev, '/v1/wallet')
  expect(lines[0]!.balance_eur).toBe(wallet.balance_eur)
})

test('the CSV is the same lines over all of its pages, with numbers that a sheet can add', async () => {
  const answer = await dev.fetch('/v1/wallet/statement.csv')
  expect(answer.headers.get('content-type')).toMatch(/text\/csv/)
  const [header, ...rows] = (await answer.text()).trimEnd().split('\n')
  expect(header).toBe('ts,kind,reference,amount_eur,balance_eur,id')
  const parsed = rows.map((row) => {
    const [ts, kind, reference, amount_eur, balance_eur, id] = row.split(',')
    return { ts, kind, reference, amount_eur: amount_eur!, balance_eur: balance_eur!, id }
  })
  expectToAddUp(parsed)
  const numbers = parsed.map((row) => ({
    ...row,
    ...{ amount_eur: Number(row.amount_eur), balance_eur: Number(row.balance_eur) },
  }))
  expect(numbers).toEqual(
    (await readPages(100)).map(({ id, ts, kind, reference, amount_eur, balance_eur }) => ({
      ...{ id, ts, kind, reference, amount_eur, balance_eur },
    })),
  )
})

test('what is bought while somebody reads moves no line of the pages that follow', async () => {
  const before = await readPages(100)
  const during = await readPages(100, () =>
    inTransaction(server.ctx.db, async (tx) => {
      await postToWallet(server.ctx, tx, dev.developerId!, topUp(dev.developerId!, 9_999))
    }),
  )
  expect(during).toEqual(before)
})

test('a cursor that is none is refused', async () => {
  await expectProblem(await dev.fetch('/v1/wallet/statement?cursor=txn_1.x'), 'invalid_request')
})
