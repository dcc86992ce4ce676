/**
 * bench/forensics: what the signals of packages/forensics are worth. Speakers and sentences are none that the speaker
 * model was trained with, except where a table says so.
 * Usage: npm run bench -- forensics [--only catalogue|recordings|origins|codings|speed] [--syntheses 1015] [--speakers 120]
 */
import { parseArgs } from 'node:util'
import { report } from '../lib/report.ts'
import { catalogueTables } from './catalogue.ts'
import { codingTables } from './codings.ts'
import { originTables } from './origins.ts'
import { recordingTables } from './recordings.ts'
import { speedTables } from './speed.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    syntheses: { type: 'string', default: '1015' },
    speakers: { type: 'string', default: '120' },
  },
})
const wanted = (part: string) => values.only === undefined || values.only === part
const tables: Record<string, Record<string, unknown>[]> = {}
if (wanted('catalogue')) Object.assign(tables, await catalogueTables(Number(values.syntheses)))
if (wanted('recordings')) Object.assign(tables, await recordingTables(Number(values.speakers)))
if (wanted('origins')) Object.assign(tables, await originTables(60))
if (wanted('codings')) Object.assign(tables, await codingTables(60))
if (wanted('speed')) Object.assign(tables, await speedTables())
report(values.only ? `forensics-${values.only}` : 'forensics', tables)
