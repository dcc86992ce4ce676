import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseDue } from '../src/domains/escrows/settle.ts'
import { post } from '../src/domains/ledger/ledger.ts'
import { verify } from '../src/domains/syntheses/verify.ts'
import { inTransaction } from '../src/kit/db.ts'
import { auditBalances, balances } from './setup/ledger.ts'
import { signUpWithKey, synthesize } from './setup/people.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

// Whatever the code above believes, the database refuses. So everything here is plain SQL.

const dayMs = 24 * 60 * 60 * 1000

let server: TestServer
let developerId: string
/** Held payments: one still open and unchecked, one released, one refunded. */
const escrows = { pending: '', released: '', refunded: '' }
beforeAll(async () => {
  server = await startTestServer({}, 'api')
  const dev = await signUpWithKey(server)
  developerId = dev.developerId!
  const sell = async () => {
    const answer = await synthesize(server, dev.key, { usage: 'demo' })
    const synthesis = answer.headers.get('x-synthesis-id')!
    const row = await server.ctx.db
      .selectFrom('escrows')
      .select('id')
      .where('synthesis_id', '=', synthesis)
      .executeTakeFirstOrThrow()
    return { synthesis, escrow: row.id }
  }
  const refunded = await sell()
  await server.ctx.db
    .updateTable('syntheses')
    .set({ audio_sha256: Buffer.alloc(32) })
    .where('id', '=', refunded.synthesis)
    .execute()
  await verify(server.ctx, refunded.synthesis)
  const released = await sell()
  await verify(server.ctx, released.synthesis)
  server.clock.advance(7 * dayMs)
  await releaseDue(server.ctx)
  Object.assign(escrows, {
    pending: (await sell()).escrow,
    released: released.escrow,
    refunded: refunded.escrow,
  })
})
afterAll(() => server.close())

/** Runs statements in one transaction; what the database says against it, or null. */
async function objection(...statements: string[]): Promise<string | null> {
  const before = await balances(server)
  try {
    await inTransaction(server.ctx.db, async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx)
    })
    return null
  } catch (error) {
    expect(await balances(server)).toEqual(before)
    await auditBalances(server)
    return (error as Error).message
  }
}

let count = 0
function transaction(lines: [account: string, micros: number][], reference = `test-${++count}`) {
  const id = `txn_test_${++count}`
  return [
    `insert into ledger_transactions values ('${id}', 'test', '${reference}', now())`,
    ...lines.map(
      ([account, micros], line) =>
        `insert into ledger_postings values ('${id}', ${line}, (${account}), ${micros})`,
    ),
  ]
}

const escrowAccount = `select id from ledger_accounts where kind = 'escrow'`
const revenueAccount = `select id from ledger_accounts where kind = 'platform_revenue'`

test('the three payments are what the tests take them for', async () => {
  const rows = await server.ctx.db.selectFrom('escrows').select(['id', 'state']).execute()
  expect(Object.fromEntries(rows.map(({ id, state }) => [id, state]))).toEqual({
    [escrows.pending]: 'PENDING',
    [escrows.released]: 'RELEASED',
    [escrows.refunded]: 'REFUNDED',
  })
  await auditBalances(server)
})

describe('an entry', () => {
  const unbalanced: [string, [string, number][]][] = [
    ['with one line', [[escrowAccount, 5]]],
    [
      'that is off by a micro-euro',
      [
        [escrowAccount, -1_000_000],
        [revenueAccount, 999_999],
      ],
    ],
    [
      'with two credits',
      [
        [escrowAccount, 1],
        [revenueAccount, 1],
      ],
    ],
  ]

  test.each(unbalanced)('%s is refused', async (_, lines) => {
    expect(await objection(...transaction(lines))).toMatch(/does not balance/)
  })

  test('with a line of nothing is refused', async () => {
    const lines: [string, number][] = [[escrowAccount, 0]]
    expect(await objection(...transaction(lines))).toMatch(/amount_micros/)
  })

  test('cannot be unbalanced by a later line', async () => {
    const late = `insert into ledger_postings
      select transaction_id, 90, account_id, 1 from ledger_postings limit 1`
    expect(await objection(late)).toMatch(/does not balance/)
  })

  test('of the same kind and reference is refused, and posted once by the code', async () => {
    const balanced = (): [string, number][] => [
      [escrowAccount, -1],
      [escrowAccount, 1],
    ]
    expect(await objection(...transaction(balanced(), 'once'))).toBeNull()
    expect(await objection(...transaction(balanced(), 'once'))).toMatch(
      /ledger_transactions_kind_reference_key/,
    )
    const before = await balances(server)
    const again = await Promise.all(
      Array.from({ length: 4 }, () =>
        inTransaction(server.ctx.db, (tx) =>
          post(server.ctx, tx, {
            kind: 'release',
            reference: 'once more',
            postings: [
              { account: { kind: 'escrow', ownerId: '' }, amountMicros: -7n },
              { account: { kind: 'platform_revenue', ownerId: '' }, amountMicros: 7n },
            ],
          }),
        ),
      ),
    )
    expect(again.filter(Boolean)).toHaveLength(1)
    const after = await balances(server)
    expect(after.platform_revenue! - before.platform_revenue!).toBe(7n)
    // Taken back, as every correction is, so that the books of the other tests are right.
    await inTransaction(server.ctx.db, (tx) =>
      post(server.ctx, tx, {
        kind: 'release',
        reference: 'once more, reversed',
        postings: [
          { account: { kind: 'escrow', ownerId: '' }, amountMicros: 7n },
          { account: { kind: 'platform_revenue', ownerId: '' }, amountMicros: -7n },
        ],
      }),
    )
    await auditBalances(server)
  })
})

describe('the ledger is append-only:', () => {
  test.each([
    'update ledger_postings set amount_micros = amount_micros * 2',
    'update ledger_postings set amount_micros = 1 where false',
    'delete from ledger_postings',
    'truncate ledger_postings',
    `update ledger_transactions set kind = 'other'`,
    'delete from ledger_transactions',
    'truncate ledger_transactions cascade',
    'truncate ledger_accounts cascade',
  ])('%s', async (statement) => {
    expect(await objection(statement)).toMatch(/is append-only/)
  })

  test('delete from ledger_accounts', async () => {
    expect(await objection('delete from ledger_accounts')).toMatch(/foreign key/)
  })
})

describe('a wallet', () => {
  test.each([
    ['less than nothing', 'balance_micros = -1'],
    ['more held than there is', 'held_micros = balance_micros + 1'],
    ['a negative hold', 'held_micros = -1'],
  ])('never holds %s', async (_, change) => {
    const statement = `update wallets set ${change} where developer_id = '${developerId}'`
    expect(await objection(statement)).toMatch(/wallets_.*check/)
  })
})

describe('a held payment', () => {
  const settled = ['released', 'refunded'] as const
  const changes = [
    `state = 'PENDING', released_at = null, refunded_at = null`,
    `state = 'RELEASED', released_at = now(), refunded_at = null, watermark = 'passed', deepfake = 'passed'`,
    `state = 'REFUNDED', refunded_at = now(), released_at = null, reason = 'x'`,
    'net_micros = net_micros + 1',
    'vat_micros = 0',
    `reason = 'another'`,
    `hold_until = hold_until + interval '1 day'`,
    `developer_id = 'dev_other'`,
    `watermark = 'pending'`,
  ]

  test.each(settled.flatMap((state) => changes.map((change) => [state, change] as const)))(
    'that is %s keeps: %s',
    async (state, change) => {
      const statement = `update escrows set ${change} where id = '${escrows[state]}'`
      expect(await objection(statement)).toMatch(/is already (RELEASED|REFUNDED)/)
    },
  )

  test.each([...settled, 'pending'] as const)('that is %s is never deleted', async (state) => {
    expect(await objection(`delete from escrows where id = '${escrows[state]}'`)).toMatch(
      /may not be deleted/,
    )
  })

  const passed = `watermark = 'passed', deepfake = 'passed'`
  test.each([
    ['unchecked', ''],
    ['with a failed watermark', `, watermark = 'failed', deepfake = 'passed'`],
    ['with a failed scan', `, watermark = 'passed', deepfake = 'failed'`],
    ['while it is frozen', `, ${passed}, frozen_at = now()`],
    ['without a time', `, ${passed}, released_at = null`],
    ['as if refunded as well', `, ${passed}, refunded_at = now()`],
  ])('is not released %s', async (_, rest) => {
    const { pending } = escrows
    const statement = rest.includes('released_at')
      ? `update escrows set state = 'RELEASED'${rest} where id = '${pending}'`
      : `update escrows set state = 'RELEASED', released_at = now()${rest} where id = '${pending}'`
    expect(await objection(statement)).toMatch(/escrows_check/)
  })

  test('is not refunded without a reason, or into an unknown state', async () => {
    const { pending } = escrows
    const refund = `update escrows set state = 'REFUNDED', refunded_at = now() where id = '${pending}'`
    expect(await objection(refund)).toMatch(/escrows_check/)
    const lost = `update escrows set state = 'LOST' where id = '${pending}'`
    expect(await objection(lost)).toMatch(/escrows_state_check/)
  })

  test('belongs to one synthesis and one payment', async () => {
    const copy = `insert into escrows (id, synthesis_id, payment_intent_id, developer_id, net_micros,
      vat_micros, hold_until, created_at) select 'esc_copy', synthesis_id, 'pi_copy', developer_id,
      net_micros, vat_micros, hold_until, created_at from escrows where id = '${escrows.pending}'`
    expect(await objection(copy)).toMatch(/escrows_synthesis_id_key/)
  })
})

test('a licence is revoked with a reason only', async () => {
  expect(await objection('update licences set revoked_at = now()')).toMatch(/licences_check/)
})

test('a completed synthesis has its audio, price and mark', async () => {
  for (const column of ['object_key', 'net_micros', 'audio_sha256', 'watermark_key_version']) {
    expect(await objection(`update syntheses set ${column} = null`)).toMatch(/syntheses_check/)
  }
})
