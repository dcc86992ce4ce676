/**
 * bench/api: requests a second and latency of /v1/me and of /v1/synthesize (a 10-word text), and what share
 * of a synthesis is the bare engine and what is ours. One API process, one worker, the embedded Postgres
 * with fsync on, all on this machine. Usage: npm run bench -- api [--seconds 8]
 */
import { parseArgs } from 'node:util'
import { findCatalogueVoice, speakWhole } from '../../packages/speech/index.ts'
import { startProduct } from '../lib/product.ts'
import { percentile, report, round } from '../lib/report.ts'
import { type LoadResult, load } from './load.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '8' } } })
const durationSeconds = Number(values.seconds)
const text = 'The ferry leaves the harbour at seven every single morning.'
const voiceId = 'premium_en_us_001'

const product = await startProduct()

try {
  const { cookie, key } = await product.makeDeveloper()
  const { url } = product
  const me = []
  for (const clients of [1, 8, 32]) {
    me.push(
      await load({
        name: '/v1/me',
        clients,
        durationSeconds,
        send: () => fetch(`${url}/v1/me`, { headers: { cookie } }),
      }),
    )
  }
  const body = JSON.stringify({ text, voice_id: voiceId, usage: 'demo' })
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const syntheses: LoadResult[] = []
  let share: Record<string, unknown>[] = []
  for (const clients of [1, 2, 8]) {
    const send = () => fetch(`${url}/v1/synthesize`, { method: 'POST', headers, body })
    const result = await load({ name: '/v1/synthesize', clients, durationSeconds, send })
    if (clients === 1) share = await shares(result)
    syntheses.push(result)
  }
  report('api', {
    '/v1/me': me,
    '/v1/synthesize': syntheses,
    'share of a synthesis, one client': share,
  })
} finally {
  await product.stop()
}

/** The bare engine in this very run, then what the server's own log says of the one client's syntheses. */
async function shares(oneClient: LoadResult): Promise<Record<string, unknown>[]> {
  const bare = await bareEngineMs()
  const logged = product
    .log()
    .filter((line) => line.includes('"synthesis completed"'))
    .map((line) => JSON.parse(line) as { engineMs: number; watermarkMs: number; encodeMs: number })
    .slice(-oneClient.requests)
  const mean = (of: (line: (typeof logged)[number]) => number) =>
    logged.reduce((sum, line) => sum + of(line), 0) / logged.length
  const parts = {
    'engine (text to speech, 24 kHz)': mean((line) => line.engineMs),
    'watermark (embed and read back)': mean((line) => line.watermarkMs),
    'WAV and metadata': mean((line) => line.encodeMs),
  }
  const known = Object.values(parts).reduce((sum, ms) => sum + ms, 0)
  const total = oneClient.meanMs
  const rows = Object.entries({ ...parts, 'HTTP, database, storage, licence': total - known })
  return [
    {
      part: 'bare engine, same text, alone',
      ms: round(bare),
      percent: round((100 * bare) / total),
    },
    ...rows.map(([part, ms]) => ({ part, ms: round(ms), percent: round((100 * ms) / total) })),
    { part: 'whole call', ms: round(total), percent: 100 },
  ]
}

async function bareEngineMs(): Promise<number> {
  const voice = findCatalogueVoice(voiceId)!
  const times: number[] = []
  for (let run = 0; run < 40; run++) {
    const startedMs = performance.now()
    await speakWhole({ engine: voice.engine, voice: voice.engineVoice, text })
    times.push(performance.now() - startedMs)
  }
  return percentile(times.slice(5), 0.5)
}
