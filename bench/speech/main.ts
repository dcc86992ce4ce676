/**
 * bench/speech: every engine and some voices (speed, first audio, memory), the whole pipeline over the bare
 * engine with each stage's share, and the API process under 1 to 32 clients and over 1,000 syntheses.
 * Usage: npm run bench -- speech [--seconds 6] [--syntheses 1000] [--only engines|pipeline|clients]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { availableCatalogueVoices } from '../../packages/speech/index.ts'
import { isSherpaInstalled } from '../../packages/speech/src/engines/neural/sherpa.ts'
import { writeToyModel } from '../../packages/speech/test/toy-model.ts'
import { report, round } from '../lib/report.ts'
import { clientTables } from './clients.ts'
import { pipelineRow } from './pipeline.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    syntheses: { type: 'string', default: '1000' },
    only: { type: 'string' },
  },
})
const wanted = (part: string) => values.only === undefined || values.only === part
const toyVoice = 'premium_en_us_901'
const espeakLocales = ['en-GB', 'de-DE', 'fr-FR']

const voices = availableCatalogueVoices()
const flite = voices.filter(({ engine }) => engine.name === 'flite').map(({ id }) => id)
const tables: Record<string, Record<string, unknown>[]> = {}
if (wanted('engines')) tables['engines and voices (each in a process of its own)'] = await engines()
if (wanted('pipeline')) {
  const rows = []
  for (const id of flite) rows.push(await pipelineRow(id))
  tables['whole pipeline over the bare engine'] = rows
}
if (wanted('clients')) {
  const options = { durationSeconds: Number(values.seconds), syntheses: Number(values.syntheses) }
  const { load, firstBytes, memory, slope } = await clientTables(options)
  tables['/v1/synthesize, ten words'] = load
  tables['first bytes of a stream over HTTP, one client'] = firstBytes
  tables['memory of the API process'] = memory
  tables['slope of that memory'] = slope
}
report(values.only ? `speech-${values.only}` : 'speech', tables)

async function engines(): Promise<Record<string, unknown>[]> {
  const espeak = voices.filter(({ engine }) => engine.name === 'espeak-ng')
  const some = espeak.filter(({ locale }) => espeakLocales.includes(locale)).slice(0, 3)
  const rows = []
  for (const id of [...flite, ...some.map((voice) => voice.id)]) rows.push(await measured(id))
  if (!isSherpaInstalled()) return rows
  const modelsDir = mkdtempSync(join(tmpdir(), 'viva-voce-models-'))
  writeToyModel(join(modelsDir, 'toy'), { voiceId: toyVoice })
  rows.push(await measured(toyVoice, modelsDir))
  rmSync(modelsDir, { recursive: true })
  return rows
}

async function measured(voiceId: string, modelsDir?: string): Promise<Record<string, unknown>> {
  const args = modelsDir ? [voiceId, modelsDir] : [voiceId]
  const child = fork(join(import.meta.dirname, 'one-voice.ts'), args)
  const ended = once(child, 'exit').then(() => {
    throw new Error(`measuring ${voiceId} failed`)
  })
  const [figures] = (await Promise.race([once(child, 'message'), ended])) as [object]
  ended.catch(() => {})
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? round(value) : value,
    ]),
  )
}
