/**
 * bench/watermark: what the mark survives, what it costs to hear and to compute, and that nothing else is
 * taken for it.
 *
 * npm run bench -- watermark [--quick] [--half tune|report] [--seconds 1] [--attacks name,name] [--cache folder]
 *   [--false-claims 20000] [--only robustness|quality|speed|false-claims] [--pairs folder]
 */
import { parseArgs } from 'node:util'
import { report, round } from '../lib/report.ts'
import { corpus, type Half } from './corpus.ts'
import { falseClaims } from './false-claims.ts'
import { quality } from './quality.ts'
import { byAttack, byGroup, byVoice, nameOf, robustness } from './robustness.ts'
import { speed, unmarkedSpeed } from './speed.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    half: { type: 'string', default: 'report' },
    seconds: { type: 'string' },
    attacks: { type: 'string' },
    cache: { type: 'string' },
    only: { type: 'string' },
    pairs: { type: 'string' },
    'false-claims': { type: 'string' },
  },
})
const half: Half = values.half === 'tune' ? 'tune' : 'report'
const key = { key: Uint8Array.from({ length: 32 }, (_, i) => (37 * i + 11) % 256), keyVersion: 1 }
const tables: Record<string, Record<string, unknown>[]> = {}
const wants = (part: string) => values.only === undefined || values.only === part

const clips = (await corpus(half, { quick: values.quick })).filter(
  ({ seconds }) => values.seconds === undefined || seconds === Number(values.seconds),
)
const count = Number(values['false-claims'] ?? (values.only === undefined ? 500 : 0))
if (wants('robustness')) {
  const only = values.attacks?.split(',')
  const { outcomes, missing } = robustness({ clips, key, only, cache: values.cache })
  tables[`exact payload in %, ${half} half, by attack`] = byAttack(outcomes)
  tables['exact payload in %, by group'] = byGroup(outcomes)
  tables['exact payload in %, core attacks, by voice'] = byVoice(outcomes)
  const seconds = outcomes.reduce((sum, row) => sum + row.seconds, 0)
  const cpuSeconds = outcomes.reduce((sum, row) => sum + row.detectMs, 0) / 1000
  tables['over all'] = [
    {
      'wrong payloads': outcomes.reduce((sum, row) => sum + row.wrong, 0),
      files: outcomes.length,
      'with one':
        outcomes
          .filter((row) => row.wrong > 0)
          .map(nameOf)
          .join(', ') || 'none',
      'detect, × real time': round(seconds / cpuSeconds),
      'cannot be run here': missing.join(', ') || 'nothing',
    },
  ]
}
if (wants('quality')) tables.quality = quality(clips, key, values.pairs)
if (wants('speed')) {
  tables['speed on one core, by processor time'] = speed(clips, key)
  tables['reading unmarked clips, × real time'] = unmarkedSpeed(clips, key)
}
if (count > 0) tables[`${count} clips without the mark`] = falseClaims(clips, key, count)
report(`watermark-${values.only ?? 'all'}-${half}`, tables)
