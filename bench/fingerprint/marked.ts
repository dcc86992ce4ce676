/**
 * Registry and informed test together: short marked clips that stand in the registry, through every core attack,
 * read by the code of the server. Beside them the same clips without a mark, which nothing may claim.
 */
import { concatenate, type Pcm, resample } from '@viva-voce/audio'
import { embed, type WatermarkKey } from '@viva-voce/watermark'
import { findCandidates } from '../../apps/server/src/domains/compliance/suspects.ts'
import { readStretch } from '../../apps/server/src/work/read-stretch.ts'
import { round } from '../lib/report.ts'
import { attacks, type NamedAttack } from '../watermark/attacks.ts'
import { clipOf } from './corpus.ts'
import type { Registry } from './registry-db.ts'

const key: WatermarkKey = {
  key: Uint8Array.from({ length: 32 }, (_, i) => (37 * i + 11) % 256),
  keyVersion: 1,
}
const RATES_HZ = [24_000, 16_000, 44_100, 22_050] as const
/** Texts that the registry's own filling does not say. */
const salt = 5_000_000
/** The detector examines audio at this rate. */
const EXAMINED_HZ = 16_000

/** One attacked file, and what was said of it. */
interface Outcome {
  attack: string
  clip: number
  group: string
  /** Who found the right number; null when nobody did. */
  method: string | null
  wrong: number[]
  /** Whether the right number was among those that the registry named, which is only asked when blind reading fails. */
  suspected: boolean | null
  unmarkedClaims: number
  probability: number
  cpuMs: number
}

export interface MarkedOptions {
  clips: number
  seconds: number
  /** Only attacks whose name contains one of these. */
  only?: readonly string[] | undefined
}

export async function measureMarked(registry: Registry, { clips, seconds, only }: MarkedOptions) {
  const outcomes: Outcome[] = []
  let firstNumber = 3_000_000_000
  for (let i = 0; i < clips; i++) {
    const original = await clipOfLength(i, seconds)
    const number = firstNumber + 1
    // One text, bought three times by somebody: only the mark tells which of them it is.
    for (const twin of [firstNumber, firstNumber + 2]) {
      await registry.add(twin, embed(original, { ...key, payload: twin }).pcm)
    }
    firstNumber += 3
    const marked = embed(original, { ...key, payload: number }).pcm
    await registry.add(number, marked)
    const again = (pcm: Pcm) => embed(pcm, { ...key, payload: (number ^ 0x5bd1_e995) >>> 0 }).pcm
    for (const attack of attacks(again).known) {
      if (attack.group !== 'core') continue
      if (only && !only.some((part) => attack.name.includes(part))) continue
      const outcome = await one(registry, attack, { clip: i, number, marked, original })
      if (outcome.method === null) console.log(`missed: ${attack.name}, clip ${i}`)
      outcomes.push(outcome)
    }
    process.stderr.write(`\r${i + 1} of ${clips} clips`)
  }
  process.stderr.write('\n')
  return tablesOf(outcomes)
}

async function one(
  { db }: Registry,
  attack: NamedAttack,
  file: { clip: number; number: number; marked: Pcm; original: Pcm },
): Promise<Outcome> {
  let suspected: boolean | null = null
  const read = (pcm: Pcm) =>
    readStretch(resample(pcm, EXAMINED_HZ), [key], async (probes) => {
      const numbers = (await findCandidates(db, probes)).map(({ number }) => number)
      suspected = numbers.includes(file.number)
      return numbers
    })
  const without = await read(attack.run(file.original))
  suspected = null
  const sound = attack.run(file.marked)
  const before = process.cpuUsage()
  const { marks } = await read(sound)
  const { user, system } = process.cpuUsage(before)
  const right = marks.find(({ payload }) => payload === file.number)
  return {
    attack: attack.name,
    clip: file.clip,
    group: attack.group,
    method: right?.method ?? null,
    wrong: marks.filter((mark) => mark !== right).map(({ payload }) => payload),
    suspected,
    unmarkedClaims: without.marks.length,
    probability: Math.max(0, ...marks.map(({ falseClaimProbability }) => falseClaimProbability)),
    cpuMs: (user + system) / 1000,
  }
}

/** Speech of exactly this length, at one of four rates. */
async function clipOfLength(i: number, seconds: number): Promise<Pcm> {
  const pieces: Pcm[] = []
  const sampleRateHz = RATES_HZ[i % RATES_HZ.length]!
  const wanted = Math.round((seconds + 0.1) * sampleRateHz)
  for (let n = 0; pieces.reduce((sum, { samples }) => sum + samples.length, 0) < wanted; n++) {
    pieces.push(resample(await clipOf(i, salt + n), sampleRateHz))
  }
  const from = Math.round(0.1 * sampleRateHz)
  return { samples: concatenate(pieces).samples.slice(from, wanted), sampleRateHz }
}

function tablesOf(outcomes: readonly Outcome[]) {
  const names = [...new Set(outcomes.map(({ attack }) => attack))]
  const rows = names.map((name) =>
    rowOf(
      name,
      outcomes.filter(({ attack }) => attack === name),
    ),
  )
  const missed = outcomes.filter(({ method }) => method === null)
  return {
    rows: [...rows, rowOf('all core attacks', outcomes)],
    missed: missed.map(({ attack, clip, suspected }) => ({ attack, clip, suspected })),
  }
}

function rowOf(attack: string, outcomes: readonly Outcome[]): Record<string, unknown> {
  const share = (count: number) => round((100 * count) / outcomes.length, 2)
  const by = (method: string) => outcomes.filter((outcome) => outcome.method === method).length
  const asked = outcomes.filter(({ suspected }) => suspected !== null)
  return {
    attack,
    files: outcomes.length,
    'blind %': share(by('blind')),
    'registry %': share(by('registry')),
    'informed %': share(by('informed')),
    'together %': share(outcomes.filter(({ method }) => method !== null).length),
    'not suspected': asked.filter(({ suspected }) => !suspected).length,
    'wrong claims': outcomes.reduce((sum, { wrong }) => sum + wrong.length, 0),
    'claims without a mark': outcomes.reduce((sum, row) => sum + row.unmarkedClaims, 0),
    'worst bound': Math.max(...outcomes.map(({ probability }) => probability)).toExponential(1),
    'CPU ms': Math.round(outcomes.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / outcomes.length),
  }
}
