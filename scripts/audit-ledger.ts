/**
 * `npm run audit-ledger`: recomputes the books of the database (DATABASE_URL, else the one of DATA_DIR, running or not)
 * and prints whatever cannot be explained. With `-- --provider` it also compares them with the payment provider
 * (STRIPE_SECRET_KEY, else the sandbox of a product that runs on DATA_DIR). Ends with 1 when there is something.
 */
import { STRIPE_MERCHANT } from '../apps/sandbox/index.ts'
import { readConfig } from '../apps/server/src/config/config.ts'
import { auditLedger } from '../apps/server/src/domains/audit/audit.ts'
import { explainProvider } from '../apps/server/src/domains/payments/explain.ts'
import { createStripe } from '../apps/server/src/integrations/stripe/stripe.ts'
import { openDb } from '../apps/server/src/kit/db.ts'
import { runningPostgresUrl } from '../apps/server/src/kit/embedded-postgres.ts'
import { createLogger } from '../apps/server/src/kit/logger.ts'
import { systemRandom } from '../apps/server/src/kit/random.ts'
import { dataDirectory, openDatabase, readDemoFile, secretKey } from './lib/local-stack.ts'

const dataDir = dataDirectory()
const running = process.env.DATABASE_URL
  ? null
  : runningPostgresUrl(`${dataDir}/postgres`, 'viva_voce')
const database = running ? { url: running, stop: async () => {} } : await openDatabase(dataDir)
const config = readConfig({
  ...providerSettings(),
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
  const isExplained = !process.argv.includes('--provider') || (await compareWithProvider())
  process.exitCode = findings.length === 0 && isExplained ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await db.destroy()
  await database.stop()
}

/** The operator's account at the provider, else the demo's. */
function providerSettings(): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => name.startsWith('STRIPE_'))
  if (own.length > 0) return Object.fromEntries(own) as Record<string, string>
  const sandboxUrl = readDemoFile(dataDir).VV_SANDBOX_URL
  if (!sandboxUrl) return {}
  return {
    STRIPE_API_URL: sandboxUrl,
    STRIPE_CONNECT_URL: sandboxUrl,
    STRIPE_SECRET_KEY: STRIPE_MERCHANT.secretKey,
    STRIPE_WEBHOOK_SECRETS: STRIPE_MERCHANT.webhookSecret,
  }
}

/** True when every object and every cent at the provider is explained by our rows, and the other way round. */
async function compareWithProvider(): Promise<boolean> {
  const stripe = config.stripe && createStripe(config.stripe, systemRandom)
  const report = await explainProvider({ db, stripe })
  for (const sentence of report.unexplained) console.log(`✗ ${sentence}`)
  const euro = (micros: bigint) => (Number(micros) / 1e6).toFixed(2)
  const { providerCashMicros, ledgerCashMicros, operatorMicros } = report
  console.log(
    `at the provider €${euro(providerCashMicros)}, in the books €${euro(ledgerCashMicros)}, ` +
      `moved by hand €${euro(operatorMicros)}; ${report.unexplained.length} unexplained`,
  )
  return report.unexplained.length === 0 && providerCashMicros === ledgerCashMicros
}
