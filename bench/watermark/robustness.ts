/** Exact payloads by attack and length. */
import type { Pcm } from '../../packages/audio/index.ts'
import { detectMarks, type WatermarkKey } from '../../packages/watermark/index.ts'
import { round } from '../lib/report.ts'
import { attacks, type NamedAttack } from './attacks.ts'
import { attacked } from './cache.ts'
import type { Clip } from './corpus.ts'
import { markAsSold } from './sold.ts'

/** Clip × attack, and whether the number was read. */
export interface Outcome {
  attack: NamedAttack
  seconds: number
  clip: string
  isTrained: boolean
  exact: boolean
  /** Payloads that were claimed and are not in the file. */
  wrong: number
  score: number
  /** Processor time of the detector. */
  detectMs: number
}

export interface RobustnessOptions {
  clips: readonly Clip[]
  key: WatermarkKey
  /** Keeps attacked files for the next run. */
  cache?: string | undefined
  /** Only attacks whose name contains one of these. */
  only?: readonly string[] | undefined
}

/** The payload of the second mark of a clip that is marked twice. */
const secondOf = (payload: number) => (payload ^ 0x5bd1_e995) >>> 0

/** Runs every attack on every clip. */
export function robustness({ clips, key, cache, only }: RobustnessOptions) {
  const outcomes: Outcome[] = []
  let missing: string[] = []
  for (const clip of clips) {
    const { payload } = clip
    const marked = markAsSold(clip.pcm, { ...key, payload }).pcm
    const second = secondOf(payload)
    const table = attacks((pcm) => markAsSold(pcm, { ...key, payload: second }).pcm)
    missing = table.missing
    for (const attack of table.known) {
      if (only && !only.some((part) => attack.name.includes(part))) continue
      const file = attacked(attack, marked, cache)
      const wanted = attack.name.endsWith('the second') ? second : payload
      const { id, seconds, isTrained } = clip
      outcomes.push({ attack, clip: id, seconds, isTrained, ...read(file, key, wanted) })
    }
    process.stderr.write(`\r${clip.id}${' '.repeat(30)}`)
  }
  process.stderr.write('\n')
  return { outcomes, missing }
}

function read(pcm: Pcm, key: WatermarkKey, wanted: number) {
  const before = process.cpuUsage()
  const { marks, score } = detectMarks(pcm, { keys: [key] })
  const used = process.cpuUsage(before)
  const right = [wanted, secondOf(wanted)]
  return {
    exact: marks.some(({ payload }) => payload === wanted),
    wrong: marks.filter(({ payload }) => !right.includes(payload)).length,
    score,
    detectMs: (used.user + used.system) / 1000,
  }
}

/** Which file it was. */
export function nameOf({ clip, attack }: Outcome): string {
  return `${clip} (${attack.name})`
}

/** Exact payloads in percent: a row for each attack, a column for each length. */
export function byAttack(outcomes: readonly Outcome[]): Record<string, unknown>[] {
  const names = [...new Set(outcomes.map(({ attack }) => attack.name))]
  return names.map((name) => {
    const rows = outcomes.filter(({ attack }) => attack.name === name)
    return { attack: name, group: rows[0]!.attack.group, ...byLength(rows) }
  })
}

/** The same over a whole group of attacks. */
export function byGroup(outcomes: readonly Outcome[]): Record<string, unknown>[] {
  return (['core', 'harder', 'extra'] as const).map((group) => {
    const rows = outcomes.filter(({ attack }) => attack.group === group)
    const from = (least: number) => percentExact(rows.filter(({ seconds }) => seconds >= least))
    const all = { 'from 2 s': from(2), 'from 5 s': from(5), files: rows.length }
    return { group, ...byLength(rows), ...all }
  })
}

/** Core attacks on voices of the catalogue and on trained ones. */
export function byVoice(outcomes: readonly Outcome[]): Record<string, unknown>[] {
  const core = outcomes.filter(({ attack }) => attack.group === 'core')
  return [false, true].map((isTrained) => {
    const rows = core.filter((row) => row.isTrained === isTrained)
    return { voices: isTrained ? 'trained' : 'catalogue', ...byLength(rows), files: rows.length }
  })
}

function byLength(rows: readonly Outcome[]): Record<string, number> {
  const lengths = [...new Set(rows.map(({ seconds }) => seconds))].toSorted((a, b) => a - b)
  return Object.fromEntries(
    lengths.map((seconds) => {
      return [`${seconds} s`, percentExact(rows.filter((row) => row.seconds === seconds))]
    }),
  )
}

function percentExact(rows: readonly Outcome[]): number {
  return round((100 * rows.filter(({ exact }) => exact).length) / Math.max(1, rows.length))
}
