import { createHash } from 'node:crypto'
import { copyFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseDue } from '../src/domains/escrows/settle.ts'
import { verify } from '../src/domains/syntheses/verify.ts'
import { auditBooks, balances } from './setup/ledger.ts'
import { storedFiles } from './setup/objects.ts'
import { signUpWithKey, synthesize } from './setup/people.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const dayMs = 24 * 60 * 60 * 1000

describe('whatever happens at once, the books are right:', () => {
  const creditMicros = 60_000n
  let server: TestServer
  beforeAll(async () => {
    // Credit for five of the cheapest syntheses, so that wallets run dry in the middle.
    server = await startTestServer({ PROMOTIONAL_CREDIT_CENTS: '6' }, 'api')
  })
  afterAll(() => server.close())

  /** What the model knows of a synthesis that was sold. */
  interface Sale {
    developer: number
    id: string
    paidMicros: bigint
    netMicros: bigint
    soldAtMs: number
    tampered: boolean
    verified: boolean
    state: 'PENDING' | 'RELEASED' | 'REFUNDED'
  }

  const developers = 3
  const sell = fc.record({
    kind: fc.constant('sell' as const),
    developer: fc.nat(developers - 1),
    text: fc.constantFrom('Five boxing wizards jump quickly.', 'A very short line of text.'),
    usage: fc.constantFrom('demo', 'podcast', 'video'),
    tamper: fc.constantFrom('no', 'no', 'gone', 'cut', 'swapped'),
  })
  const check = fc.record({ kind: fc.constant('check' as const), pick: fc.nat(20) })
  const release = fc.record({ kind: fc.constant('release' as const) })
  /** Everything within a step happens at the same time. */
  const step = fc.array(
    fc.oneof(
      { arbitrary: sell, weight: 5 },
      { arbitrary: check, weight: 4 },
      { arbitrary: release, weight: 2 },
    ),
    { minLength: 1, maxLength: 6 },
  )
  const plan = fc.array(fc.record({ together: step, pauseDays: fc.nat(8) }), {
    minLength: 4,
    maxLength: 6,
  })

  type Action = (typeof step extends fc.Arbitrary<infer T> ? T : never) extends (infer A)[]
    ? A
    : never
  type Team = Awaited<ReturnType<typeof signUpWithKey>>[]

  async function run(team: Team, sales: Sale[], action: Action): Promise<void> {
    if (action.kind === 'sell') return sellOne(team, sales, action)
    if (action.kind === 'release') return void (await releaseDue(server.ctx))
    const sale = sales[action.pick % Math.max(1, sales.length)]
    if (!sale) return
    await verify(server.ctx, sale.id)
    if (sale.verified) return
    sale.verified = true
    if (sale.tampered) sale.state = 'REFUNDED'
  }

  async function sellOne(
    team: Team,
    sales: Sale[],
    action: Extract<Action, { kind: 'sell' }>,
  ): Promise<void> {
    const { text, usage, developer, tamper } = action
    const answer = await synthesize(server, team[developer]!.key, { text, usage })
    await answer.arrayBuffer()
    if (answer.status === 402) return
    expect(answer.status).toBe(200)
    const micros = (name: string) => BigInt(Math.round(Number(answer.headers.get(name)) * 1e6))
    const id = answer.headers.get('x-synthesis-id')!
    if (tamper !== 'no') spoil(id, tamper, sales)
    sales.push({
      developer,
      id,
      paidMicros: micros('x-price-eur') + micros('x-vat-eur'),
      netMicros: micros('x-price-eur'),
      soldAtMs: server.clock.now().getTime(),
      tampered: tamper !== 'no',
      verified: false,
      state: 'PENDING',
    })
  }

  function spoil(id: string, how: string, sales: Sale[]): void {
    const fileOf = (synthesis: string) =>
      join(
        server.dataDir,
        'objects',
        storedFiles(server.dataDir).find((f) => f.includes(synthesis))!,
      )
    const other = sales.find((sale) => !sale.tampered)
    if (how === 'swapped' && other) copyFileSync(fileOf(other.id), fileOf(id))
    else if (how === 'cut') truncateSync(fileOf(id), 3_000)
    else rmSync(fileOf(id))
  }

  async function expectModel(team: Team, sales: Sale[], before: Record<string, bigint>) {
    await auditBooks(server)
    const now = server.clock.now().getTime()
    for (const sale of sales) {
      const row = await server.ctx.db
        .selectFrom('escrows')
        .select('state')
        .where('synthesis_id', '=', sale.id)
        .executeTakeFirstOrThrow()
      const due = sale.verified && !sale.tampered && now >= sale.soldAtMs + 7 * dayMs
      // Releases run beside the checks: a payment that is due may or may not have been released yet.
      if (due && sale.state === 'PENDING' && row.state === 'RELEASED') sale.state = 'RELEASED'
      expect(row.state).toBe(sale.state)
    }
    for (const [index, developer] of team.entries()) {
      const charged = sales
        .filter((sale) => sale.developer === index && sale.state !== 'REFUNDED')
        .reduce((total, sale) => total + sale.paidMicros, 0n)
      const wallet = await server.ctx.db
        .selectFrom('wallets')
        .select(['balance_micros', 'held_micros'])
        .where('developer_id', '=', developer.developerId)
        .executeTakeFirstOrThrow()
      expect(wallet).toEqual({ balance_micros: creditMicros - charged, held_micros: 0n })
      expect(wallet.balance_micros).toBeGreaterThanOrEqual(0n)
    }
    const earned = sales
      .filter((sale) => sale.state === 'RELEASED')
      .reduce((total, sale) => total + sale.netMicros, 0n)
    const after = await balances(server)
    expect((after.platform_revenue ?? 0n) - (before.platform_revenue ?? 0n)).toBe(earned)
  }

  test('sales, checks, tampering, releases and refunds in any order', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => {
        // What an earlier run left open is settled first, so that each run can be replayed alone.
        await settleEverything()
        const before = await balances(server)
        const team = await Promise.all(
          Array.from({ length: developers }, () => signUpWithKey(server)),
        )
        const sales: Sale[] = []
        for (const { together, pauseDays } of steps) {
          await Promise.all(together.map((action) => run(team, sales, action)))
          await expectModel(team, sales, before)
          server.clock.advance(pauseDays * dayMs)
        }
        for (const pick of sales.keys()) await run(team, sales, { kind: 'check', pick })
        server.clock.advance(7 * dayMs)
        await releaseDue(server.ctx)
        await expectModel(team, sales, before)
        expect(sales.map(({ state }) => state)).not.toContain('PENDING')
      }),
      { numRuns: 4, endOnFailure: true },
    )
    expect((await balances(server)).escrow ?? 0n).toBe(0n)
  }, 120_000)

  async function settleEverything(): Promise<void> {
    const open = await server.ctx.db
      .selectFrom('escrows')
      .select('synthesis_id')
      .where('state', '=', 'PENDING')
      .execute()
    for (const { synthesis_id } of open) await verify(server.ctx, synthesis_id)
    server.clock.advance(7 * dayMs)
    await releaseDue(server.ctx)
  }
})

test('a wallet that pays for five is charged for five at most when twenty come at once', async () => {
  const server = await startTestServer({ PROMOTIONAL_CREDIT_CENTS: '6' }, 'api')
  const dev = await signUpWithKey(server)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => synthesize(server, dev.key, { usage: 'demo' })),
  )
  const paid = answers.filter(({ status }) => status === 200)
  expect(paid.length).toBeGreaterThan(0)
  expect(paid.length).toBeLessThanOrEqual(5)
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(20 - paid.length)
  expect(storedFiles(server.dataDir)).toHaveLength(paid.length)
  const wallet = (await (await dev.fetch('/v1/wallet')).json()) as Record<string, number>
  expect(wallet.held_eur).toBe(0)
  expect(wallet.balance_eur).toBeGreaterThanOrEqual(0)
  await auditBooks(server)
  await server.close()
})

test('64 requests at once with each of 200 idempotency keys have 200 effects', async () => {
  const server = await startTestServer(
    { PROMOTIONAL_CREDIT_CENTS: '10000', DATABASE_CONNECTIONS: '16' },
    'api',
  )
  const dev = await signUpWithKey(server)
  /** Sends a key 64 times at once; what was answered, each different answer once. */
  async function insist(key: string): Promise<string[]> {
    const body = { usage: 'demo', text: 'Hi.', voice_id: 'budget_en_us_001' }
    const answers = await Promise.all(
      Array.from({ length: 64 }, async () => {
        const answer = await synthesize(server, dev.key, body, { 'idempotency-key': key })
        if (answer.status === 409) {
          expect(await answer.json()).toMatchObject({ code: 'request_in_progress' })
          return null
        }
        expect(answer.status).toBe(200)
        return soldBy(answer)
      }),
    )
    return [...new Set(answers.filter((sold) => sold !== null))]
  }
  const sold: string[] = []
  for (let number = 0; number < 200; number++) {
    const answers = await insist(`key-${number}`)
    expect(answers).toHaveLength(1)
    sold.push(answers[0]!)
  }
  expect(new Set(sold).size).toBe(200)
  for (const table of ['syntheses', 'escrows', 'licences', 'wallet_holds'] as const) {
    const rows = await server.ctx.db.selectFrom(table).selectAll().execute()
    expect(rows, table).toHaveLength(200)
  }
  const charges = await server.ctx.db
    .selectFrom('ledger_transactions')
    .select('reference')
    .where('kind', '=', 'synthesis')
    .execute()
  expect(charges).toHaveLength(200)
  expect(storedFiles(server.dataDir)).toHaveLength(200)
  await auditBooks(server)
  await server.close()
}, 600_000)

/** Everything by which two answers to one key could differ. */
async function soldBy(answer: Response): Promise<string> {
  const names = ['x-synthesis-id', 'x-payment-intent-id', 'x-license-token', 'x-price-eur']
  const sha256 = createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
  return [...names.map((name) => answer.headers.get(name)), sha256].join(' ')
}
