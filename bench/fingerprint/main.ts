/**
 * The registry: how often it names the right synthesis after an attack, how often a wrong one, and how long a
 * look-up takes, on the real store and a real Postgres.
 * `npm run bench -- fingerprint [syntheses=10000] [queries=40]`
 * `npm run bench -- fingerprint [syntheses] --marked 60 [--seconds 2] [--attacks name,name]`: what registry and
 * informed test together claim of short marked clips
 */
import { parseArgs } from 'node:util'
import { type Pcm, resample } from '@viva-voce/audio'
import { probesOf } from '@viva-voce/fingerprint'
import { findCandidates } from '../../apps/server/src/domains/compliance/suspects.ts'
import type { Db } from '../../apps/server/src/kit/db.ts'
import { percentile, report, round } from '../lib/report.ts'
import { attacks, RATE_HZ } from './attacks.ts'
import { clipOf } from './corpus.ts'
import { measureMarked } from './marked.ts'
import { cpuSince, fill, openRegistry } from './registry-db.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    marked: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    attacks: { type: 'string' },
  },
})
const [syntheses = values.marked ? 1_000 : 10_000, queries = 40] = positionals.map(Number)
const lengths = [1, 2, 5]
const strangers = 200

const registry = await openRegistry()
try {
  const filled = { 'The registry': [await fill(registry, syntheses)] }
  if (values.marked) {
    const only = values.attacks?.split(',')
    const [clips, seconds] = [Number(values.marked), Number(values.seconds)]
    const { rows, missed } = await measureMarked(registry, { clips, seconds, only })
    const title = `${clips} marked clips of ${seconds} s in the registry, read by the server's code`
    report('registry', { ...filled, [title]: rows, missed })
  } else {
    const recall = await measureRecall(registry.db)
    report('fingerprint', {
      ...filled,
      'The right synthesis in %: first / among the eight candidates': recall.table,
      'Strangers: clips that nobody synthesised here': [await measureStrangers(registry.db)],
      'A look-up (CPU for the probes, wall time for the database and the ranking)': recall.times,
    })
  }
} finally {
  await registry.close()
}

async function measureRecall(db: Db) {
  const clips = await longEnough()
  const times: { seconds: number; probeMs: number; lookUpMs: number }[] = []
  const table = []
  for (const [attack, change] of Object.entries(attacks)) {
    const row: Record<string, unknown> = { attack }
    let wrong = 0
    for (const length of lengths) {
      let [first, among] = [0, 0]
      for (const { number, samples } of clips) {
        const pcm = asPcm(change(samples.slice(0, length * RATE_HZ), number))
        const found = await ask(db, pcm)
        if (attack === 'none') times.push({ seconds: length, ...found })
        wrong += Number(found.candidates.length > 0 && found.candidates[0]!.number !== number)
        first += Number(found.candidates[0]?.number === number)
        among += Number(found.candidates.some((candidate) => candidate.number === number))
      }
      const share = (count: number) => Math.round((100 * count) / clips.length)
      row[`${length} s`] = `${share(first)} / ${share(among)}`
    }
    row['a wrong one first'] = `${wrong} of ${clips.length * lengths.length}`
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
