/**
 * The registry: how often it names the right synthesis after an attack, how often a wrong one, and how long a
 * look-up takes, on the real store and a real Postgres.
 * `npm run bench -- fingerprint [syntheses=10000] [queries=40]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Pcm, resample } from '@viva-voce/audio'
import { sql } from 'kysely'
import { insertHashes } from '../../apps/server/src/domains/compliance/fingerprint-store.ts'
import { findCandidates } from '../../apps/server/src/domains/compliance/suspects.ts'
import { type Db, inTransaction, openDb } from '../../apps/server/src/kit/db.ts'
import { createLogger } from '../../apps/server/src/kit/logger.ts'
import { fingerprintOf, probesOf } from '../../packages/fingerprint/index.ts'
import { openDatabase } from '../../scripts/lib/local-stack.ts'
import { percentile, report, round } from '../lib/report.ts'
import { attacks, RATE_HZ } from './attacks.ts'
import { clipOf } from './corpus.ts'

const [syntheses = 10_000, queries = 40] = process.argv.slice(2).map(Number)
const lengths = [1, 2, 5]
const strangers = 200

const dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-bench-'))
const database = await openDatabase(dataDir)
const logger = createLogger({ level: 'silent', name: 'bench' })
const db = openDb({ url: database.url, connections: 4, logger })
try {
  const filled = await fill(db)
  const recall = await measureRecall(db)
  report('fingerprint', {
    'The registry': [filled],
    'The right synthesis in %: first / among the eight candidates': recall.table,
    'Strangers: clips that nobody synthesised here': [await measureStrangers(db)],
    'A look-up (CPU for the probes, wall time for the database and the ranking)': recall.times,
  })
} finally {
  await db.destroy()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Fills the registry. Without the foreign key, since nobody buys ten thousand syntheses for a benchmark. */
async function fill(db: Db): Promise<Record<string, unknown>> {
  await sql`alter table fingerprint_hashes drop constraint fingerprint_hashes_number_fkey`.execute(
    db,
  )
  let seconds = 0
  let rows = 0
  let cpuMs = 0
  for (let number = 0; number < syntheses; number++) {
    const pcm = await clipOf(number)
    const before = process.cpuUsage()
    const print = fingerprintOf(pcm)
    cpuMs += cpuSince(before)
    await inTransaction(db, (tx) => insertHashes(tx, BigInt(number), print))
    seconds += pcm.samples.length / pcm.sampleRateHz
    rows += print.hashes.length
  }
  await sql`vacuum analyze fingerprint_hashes`.execute(db)
  const size = await sql<{ bytes: bigint }>`
    select pg_total_relation_size('fingerprint_hashes') as bytes`.execute(db)
  return {
    syntheses,
    'audio (h)': round(seconds / 3600, 2),
    'rows a second': round(rows / seconds),
    'bytes a second': Math.round(Number(size.rows[0]!.bytes) / seconds),
    'fingerprint, × real time of one core': Math.round((seconds * 1000) / cpuMs),
  }
}

async function measureRecall(db: Db) {
  const clips = await longEnough()
  const times: { seconds: number; probeMs: number; lookUpMs: number }[] = []
  const table = []
  for (const [attack, change] of Object.entries(attacks)) {
    const row: Record<string, unknown> = { attack }
    for (const length of lengths) {
      let [first, among] = [0, 0]
      for (const { number, samples } of clips) {
        const pcm = asPcm(change(samples.slice(0, length * RATE_HZ), number))
        const found = await ask(db, pcm)
        if (attack === 'none') times.push({ seconds: length, ...found })
        first += Number(found.candidates[0]?.number === number)
        among += Number(found.candidates.some((candidate) => candidate.number === number))
      }
      const share = (count: number) => Math.round((100 * count) / clips.length)
      row[`${length} s`] = `${share(first)} / ${share(among)}`
    }
    table.push(row)
  }
  return { table, times: lengths.map((seconds) => timesOf(seconds, times)) }
}

/** Clips of the registry that last 5 s, from its beginning to its end. */
async function longEnough(): Promise<{ number: number; samples: Float32Array }[]> {
  const clips = []
  const step = Math.max(1, Math.floor(syntheses / (queries * 4)))
  for (let number = 0; number < syntheses && clips.length < queries; number += step) {
    const { samples } = resample(await clipOf(number), RATE_HZ)
    if (samples.length >= Math.max(...lengths) * RATE_HZ) clips.push({ number, samples })
  }
  return clips
}

async function measureStrangers(db: Db): Promise<Record<string, unknown>> {
  let suspected = 0
  let candidates = 0
  for (let i = 0; i < strangers; i++) {
    const pcm = resample(await clipOf(i, 1_000_000), RATE_HZ)
    const found = await ask(db, asPcm(pcm.samples.slice(0, 5 * RATE_HZ)))
    suspected += Number(found.candidates.length > 0)
    candidates += found.candidates.length
  }
  return {
    clips: strangers,
    'with a candidate (%)': round((100 * suspected) / strangers),
    'candidates a clip': round(candidates / strangers, 2),
  }
}

async function ask(db: Db, pcm: Pcm) {
  const before = process.cpuUsage()
  const probes = probesOf(pcm)
  const probeMs = cpuSince(before)
  const startedMs = performance.now()
  const candidates = await findCandidates(db, probes)
  return { candidates, probeMs, lookUpMs: performance.now() - startedMs }
}

function timesOf(
  length: number,
  all: readonly { seconds: number; probeMs: number; lookUpMs: number }[],
): Record<string, unknown> {
  const times = all.filter(({ seconds }) => seconds === length)
  const lookUps = times.map(({ lookUpMs }) => lookUpMs)
  return {
    clip: `${length} s`,
    'probes, CPU ms (median)': round(
      percentile(
        times.map(({ probeMs }) => probeMs),
        0.5,
      ),
    ),
    'look-up p50 ms': round(percentile(lookUps, 0.5)),
    'look-up p95 ms': round(percentile(lookUps, 0.95)),
  }
}

function asPcm(samples: Float32Array): Pcm {
  return { samples, sampleRateHz: RATE_HZ }
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
