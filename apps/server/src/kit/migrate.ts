import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const folder = join(import.meta.dirname, '../../migrations')
/** Any constant that nobody else uses as an advisory lock. */
const lockId = 7_238_461_002

/**
 * Brings the database at `url` to the newest schema and returns the names of the files it ran.
 * One transaction a file; a file that has run must never change (its SHA-256 is kept and compared).
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockId])
    await client.query(`create table if not exists migrations
      (name text primary key, sha256 text not null, ran_at timestamptz not null default now())`)
    return await runNew(client)
  } finally {
    await client.end()
  }
}

async function runNew(client: pg.Client): Promise<string[]> {
  const done = new Map<string, string>(
    (await client.query('select name, sha256 from migrations')).rows.map((row) => [
      row.name,
      row.sha256,
    ]),
  )
  const ran: string[] = []
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()) {
    const sql = readFileSync(join(folder, name), 'utf8')
    const sha256 = createHash('sha256').update(sql).digest('hex')
    const before = done.get(name)
    if (before && before !== sha256)
      throw new Error(`migration ${name} was changed after it had run`)
    if (before) continue
    await runOne(client, name, sql, sha256)
    ran.push(name)
  }
  return ran
}

async function runOne(client: pg.Client, name: string, sql: string, sha256: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}

/** Creates the database that `url` names when its server does not have it yet. */
export async function createDatabaseIfMissing(url: string): Promise<void> {
  const target = new URL(url)
  const name = target.pathname.slice(1)
  target.pathname = '/postgres'
  const client = new pg.Client({ connectionString: target.href })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
