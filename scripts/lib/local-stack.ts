import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startEmbeddedPostgres } from '../../apps/server/src/kit/embedded-postgres.ts'
import { prepareJobs } from '../../apps/server/src/kit/jobs.ts'
import { createDatabaseIfMissing, migrate } from '../../apps/server/src/kit/migrate.ts'

/** The name of the product's database on the embedded Postgres. */
const databaseName = 'viva_voce'

/** Where this machine keeps everything: DATA_DIR, `.data` by default. */
export function dataDirectory(): string {
  const folder = resolve(process.env.DATA_DIR || '.data')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** The deployment's secret, made at the first start. */
export function secretKey(dataDir: string): string {
  if (process.env.SECRET_KEY) return process.env.SECRET_KEY
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** A migrated database: yours by DATABASE_URL, else the embedded one in the data folder. */
export async function openDatabase(
  dataDir: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL
  const postgres = given
    ? null
    : await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
  const url = given ?? postgres!.url(databaseName)
  try {
    await createDatabaseIfMissing(url)
    await migrate(url)
    await prepareJobs(url)
  } catch (error) {
    await postgres?.stop()
    throw error
  }
  return { url, stop: async () => postgres?.stop() }
}

/** What a start writes for people and scripts: KEY=value lines. */
export function readDemoFile(dataDir: string): Record<string, string> {
  const file = join(dataDir, 'demo.env')
  if (!existsSync(file)) return {}
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('='))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

export function writeDemoFile(dataDir: string, values: Record<string, string>): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`)
  writeFileSync(join(dataDir, 'demo.env'), `${lines.join('\n')}\n`, { mode: 0o600 })
}
