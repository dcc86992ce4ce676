import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { faultyRun } from './setup/faulty-run.ts'
import { auditBooks } from './setup/ledger.ts'
import { startPaidServer } from './setup/paid-server.ts'

const adminEmail = 'ada@operator.example'
let server: Awaited<ReturnType<typeof startPaidServer>>
beforeAll(async () => {
  server = await startPaidServer({ ADMIN_EMAILS: adminEmail, DATABASE_CONNECTIONS: '16' })
})
afterAll(() => server.close())

test('600 operations at 20 % faults of each kind end in books that explain the provider to the cent', async () => {
  const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31))
  onTestFailed(() => console.log(`to run the same again: FAULT_SEED=${seed}`))
  const run = await faultyRun(server, { operations: 600, atOnce: 12, seed, adminEmail })
  expect(run.report).toMatchObject({ unexplained: [], operatorMicros: 0n })
  expect(run.report.ledgerCashMicros).toBe(run.report.providerCashMicros)
  // The run has teeth only if money moved, and calls were lost.
  expect(run.outcomes.done).toBeGreaterThan(50)
  expect(run.outcomes.unanswered).toBeGreaterThan(0)
  const kinds = await server.ctx.db
    .selectFrom('ledger_transactions')
    .select('kind')
    .distinct()
    .execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['payment', 'provider_fee', 'card_refund', 'taken_back']),
  )
  await auditBooks(server)
}, 600_000)
