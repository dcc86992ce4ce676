/** The product for benchmarks: one API process, one worker and the embedded Postgres with fsync on. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../apps/server/src/config/config.ts'
import { createContext } from '../../apps/server/src/context.ts'
import { createApiKey } from '../../apps/server/src/domains/developers/api-keys.ts'
import { chooseRole, signIn } from '../../apps/server/src/domains/identity/people.ts'
import { openSession } from '../../apps/server/src/domains/identity/sessions.ts'
import { inTransaction } from '../../apps/server/src/kit/db.ts'
import { startChild } from '../../scripts/lib/child.ts'
import { openDatabase, secretKey } from '../../scripts/lib/local-stack.ts'

export interface Developer {
  /** A session's cookie header. */
  cookie: string
  /** An API key. */
  key: string
}

export interface Product {
  url: string
  /** Of the API process. */
  pid: number
  /** Signs a developer up, with the largest promotional credit. */
  makeDeveloper(): Promise<Developer>
  /** Lines of the API's log so far. */
  log(): string[]
  stop(): Promise<void>
}

/** Starts it in a folder of its own, with rate limits out of the way. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-bench-'))
  process.env.DATA_DIR = dataDir
  const port = 20_000 + (process.pid % 20_000)
  const database = await openDatabase(dataDir)
  const environment = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: secretKey(dataDir),
    PROMOTIONAL_CREDIT_CENTS: '10000',
    SYNTHESES_AT_ONCE: '1000',
    LIMIT_ORDINARY_PER_SECOND: '1000000',
    LIMIT_SYNTHESIS_PER_SECOND: '1000000',
    VIES_URL: 'http://localhost:9/vies',
    ...settings,
  }
  const file = join(import.meta.dirname, '../../apps/server/src/main.ts')
  const apiLog = join(dataDir, 'api.log')
  let stopping = false
  const start = (name: string, logFile: string) =>
    startChild({
      ...{ name, file, logFile, env: environment },
      args: ['--role', name],
      isStopping: () => stopping,
    })
  const api = await start('api', apiLog)
  const worker = await start('worker', join(dataDir, 'worker.log'))
  return {
    url: `http://localhost:${port}`,
    pid: api.pid!,
    makeDeveloper: () => makeDeveloper(environment),
    log: () => readFileSync(apiLog, 'utf8').split('\n'),
    async stop() {
      stopping = true
      await api.stop()
      await worker.stop()
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

let count = 0

async function makeDeveloper(environment: Record<string, string>): Promise<Developer> {
  const ctx = await createContext(readConfig({ ...environment, LOG_LEVEL: 'silent' }))
  try {
    return await inTransaction(ctx.db, async (tx) => {
      const email = `bench-${++count}@studio.example`
      const person = await signIn(ctx, tx, {
        provider: 'google',
        subject: email,
        email,
        emailVerified: true,
        name: 'Bench',
      })
      await chooseRole(ctx, tx, { userId: person.id, role: 'developer', ip: '127.0.0.1' })
      const { id } = await tx
        .selectFrom('developers')
        .select('id')
        .where('user_id', '=', person.id)
        .executeTakeFirstOrThrow()
      const { key } = await createApiKey(ctx, tx, id, 'bench')
      const token = await openSession(ctx, tx, person, { ip: '127.0.0.1', userAgent: 'bench' })
      return { cookie: `vv_session=${token}`, key }
    })
  } finally {
    await ctx.close()
  }
}
