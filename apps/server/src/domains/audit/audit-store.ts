import { sql } from 'kysely'
import type { Db, Tx } from '../../kit/db.ts'
import { type Check, ledgerChecks } from './check-store.ts'
import { paymentChecks } from './payment-check-store.ts'

/** Something that the books and the rows of the product do not agree about. */
export interface Finding {
  check: string
  subject: string
  expected: string
  found: string
}

/** Everything that is checked, in this order. */
export const checks: readonly Check[] = [...ledgerChecks, ...paymentChecks]

/** A check that finds more than this is told by its first findings and their number. */
const mostOfACheck = 50

/** Runs every check on one snapshot of the database, so that what goes on meanwhile is no finding. */
export function runChecks(db: Db): Promise<{ checks: number; findings: Finding[] }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const findings: Finding[] = []
      for (const check of checks) findings.push(...(await run(tx, check)))
      return { checks: checks.length, findings }
    })
}

async function run(tx: Tx, check: Check): Promise<Finding[]> {
  const { rows } = await sql<Omit<Finding, 'check'>>`${sql.raw(check.sql)}`.execute(tx)
  const told = rows.slice(0, mostOfACheck).map((row) => ({
    check: check.name,
    subject: row.subject ?? '',
    expected: row.expected ?? '',
    found: row.found ?? '',
  }))
  if (rows.length <= mostOfACheck) return told
  const more = { check: check.name, subject: 'and more', expected: 'none', found: `${rows.length}` }
  return [...told, more]
}

const lock = 7_238_461_004

/** False while another process audits, or when one has since `since`. */
export async function takeTurn(tx: Tx, since: Date): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(lock)}) and not exists (
      select from audits where finished_at > ${since}) as mine`.execute(tx)
  return rows[0]!.mine
}

export async function insertAudit(
  tx: Tx,
  run: { startedAt: Date; finishedAt: Date; checks: number; findings: Finding[] },
): Promise<void> {
  await tx
    .insertInto('audits')
    .values({
      started_at: run.startedAt,
      finished_at: run.finishedAt,
      checks: run.checks,
      findings: JSON.stringify(run.findings),
      finding_count: run.findings.length,
    })
    .execute()
}

export function latestAudit(db: Db) {
  return db
    .selectFrom('audits')
    .selectAll()
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
