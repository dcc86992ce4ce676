/** The product's registry on a Postgres of its own, with syntheses that nobody bought. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { durationSeconds, type Pcm } from '@viva-voce/audio'
import { fingerprintOf } from '@viva-voce/fingerprint'
import { sql } from 'kysely'
import { insertHashes } from '../../apps/server/src/domains/compliance/fingerprint-store.ts'
import { type Db, inTransaction, openDb } from '../../apps/server/src/kit/db.ts'
import { createLogger } from '../../apps/server/src/kit/logger.ts'
import { openDatabase } from '../../scripts/lib/local-stack.ts'
import { clipOf } from './corpus.ts'

export interface Registry {
  db: Db
  /** Writes a synthesis down; gives the rows that it took. */
  add(number: number, pcm: Pcm): Promise<number>
  close(): Promise<void>
}

export async function openRegistry(): Promise<Registry> {
  const dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-bench-'))
  const database = await openDatabase(dataDir)
  const logger = createLogger({ level: 'silent', name: 'bench' })
  const db = openDb({ url: database.url, connections: 4, logger })
  // Nobody buys ten thousand syntheses for a benchmark.
  const unbind = sql`alter table fingerprint_hashes drop constraint fingerprint_hashes_number_fkey`
  await unbind.execute(db)
  return {
    db,
    async add(number, pcm) {
      const print = fingerprintOf(pcm)
      await inTransaction(db, (tx) => insertHashes(tx, BigInt(number), print))
      return print.hashes.length
    },
    async close() {
      await db.destroy()
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Fills the registry with the first `count` clips of the corpus, numbered from 0. */
export async function fill({ db, add }: Registry, count: number): Promise<Record<string, unknown>> {
  let [seconds, rows, cpuMs] = [0, 0, 0]
  for (let number = 0; number < count; number++) {
    const pcm = await clipOf(number)
    const before = process.cpuUsage()
    rows += await add(number, pcm)
    cpuMs += cpuSince(before)
    seconds += durationSeconds(pcm)
    if (number % 1_000 === 999) console.log(`${number + 1} of ${count} syntheses`)
  }
  await sql`vacuum analyze fingerprint_hashes`.execute(db)
  const size = await sql<{ bytes: bigint }>`
    select pg_total_relation_size('fingerprint_hashes') as bytes`.execute(db)
  return {
    syntheses: count,
    'audio (h)': Number((seconds / 3600).toFixed(2)),
    'rows a second': Number((rows / seconds).toFixed(1)),
    'bytes a second': Math.round(Number(size.rows[0]!.bytes) / seconds),
    'fingerprint and its rows, × real time of one core': Math.round((seconds * 1000) / cpuMs),
  }
}

/** Processor time of this process, in ms. */
export function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
