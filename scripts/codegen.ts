/** Writes apps/server/src/generated/database.ts from the migrated schema; `--check` only compares. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../apps/server/src/kit/embedded-postgres.ts'
import { createDatabaseIfMissing, migrate } from '../apps/server/src/kit/migrate.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'apps/server/src/generated/database.ts')

const folder = mkdtempSync(join(tmpdir(), 'viva-voce-codegen-'))
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: false })
try {
  const url = postgres.url('codegen')
  await createDatabaseIfMissing(url)
  await migrate(url)
  const made = generate(url, join(folder, 'database.ts'))
  if (!process.argv.includes('--check')) writeFileSync(target, made)
  else if (readFileSync(target, 'utf8') !== made) {
    console.error('The database types are stale: run npm run codegen.')
    process.exitCode = 1
  }
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

function generate(url: string, file: string): string {
  const mapping = JSON.stringify({ int8: 'bigint', timestamptz: 'Date' })
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      ...['--url', url, '--dialect', 'postgres', '--out-file', file],
      ...['--type-mapping', mapping, '--exclude-pattern', 'migrations'],
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return readFileSync(file, 'utf8')
}
