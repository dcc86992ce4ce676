/** Operations through a provider that drops, delays and fails its calls, until the auditor explains every cent. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '../../apps/sandbox/index.ts'
import { readConfig } from '../../apps/server/src/config/config.ts'
import { startServer } from '../../apps/server/src/server.ts'
import { type FaultyRun, faultyRun } from '../../apps/server/tests/setup/faulty-run.ts'
import { paymentsOf, tell } from '../../apps/server/tests/setup/payments.ts'
import { openDatabase, secretKey } from '../../scripts/lib/local-stack.ts'

const adminEmail = 'ada@operator.example'

/** Runs `operations` at 20 % faults of each kind; throws when something stays unexplained for five minutes. */
export async function runFaults(operations: number, seed: number): Promise<FaultyRun> {
  const dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-faults-'))
  process.env.DATA_DIR = dataDir
  const database = await openDatabase(dataDir)
  const sandbox = await startSandbox()
  const clock = {
    now: () => sandbox.clock.now(),
    stop() {},
    advance: (ms: number) => void sandbox.clock.advance({ ms }),
  }
  const config = readConfig({
    ...paymentsOf(sandbox),
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_CONNECTIONS: '20',
    SECRET_KEY: secretKey(dataDir),
    ADMIN_EMAILS: adminEmail,
    LOG_LEVEL: 'silent',
    LIMIT_LOOKUP_PER_MINUTE: '1000000',
    LIMIT_ORDINARY_PER_SECOND: '1000000',
    LIMIT_PUBLIC_CHECK_PER_SECOND: '1000000',
    VIES_URL: 'http://localhost:9/vies',
  })
  const running = await startServer(config, 'all', { clock })
  const url = `http://localhost:${running.port}`
  try {
    await tell(sandbox, 'deliveries', { url: `${url}/v1/webhooks/stripe` })
    const server = { ctx: running.ctx, url, clock, sandbox }
    return await faultyRun(server, { operations, atOnce: 16, seed, adminEmail })
  } finally {
    await sandbox.close()
    await running.stop()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
