/**
 * `npm run audit-ledger`: recomputes the books of the database (DATABASE_URL, else the one of DATA_DIR, running or not)
 * and prints whatever cannot be explained. Ends with 1 when there is something.
 */
import { readConfig } from '../apps/server/src/config/config.ts'
import { auditLedger } from '../apps/server/src/domains/audit/audit.ts'
import { openDb } from '../apps/server/src/kit/db.ts'
import { runningPostgresUrl } from '../apps/server/src/kit/embedded-postgres.ts'
import { createLogger } from '../apps/server/src/kit/logger.ts'
import { dataDirectory, openDatabase, secretKey } from './lib/local-stack.ts'

const dataDir = dataDirectory()
const running = process.env.DATABASE_URL
  ? null
  : runningPostgresUrl(`${dataDir}/postgres`, 'viva_voce')
const database = running ? { url: running, stop: async () => {} } : await openDatabase(dataDir)
const config = readConfig({
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  SECRET_KEY: secretKey(dataDir),
})
const logger = createLogger({ level: 'silent', name: 'audit' })
const db = openDb({ ...config.database, logger })
try {
  const startedMs = performance.now()
  const { checks, findings } = await auditLedger({ db })
  for (const { check, subject, expected, found } of findings) {
    console.log(`✗ ${check}\n    ${subject}: expected ${expected}, found ${found}`)
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.log(`${checks} checks, ${findings.length} findings (${seconds} s)`)
  process.exitCode = findings.length === 0 ? 0 : 1
} finally {
  await db.destroy()
  await database.stop()
}
