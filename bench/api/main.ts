/**
 * bench/api: requests a second and latency of /v1/me and of /v1/synthesize (a 10-word text), and what share
 * of a synthesis is the bare engine and what is ours. One API process, one worker, the embedded Postgres
 * with fsync on, all on this machine. Usage: npm run bench -- api [--seconds 8]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../apps/server/src/config/config.ts'
import { createContext } from '../../apps/server/src/context.ts'
import { createApiKey } from '../../apps/server/src/domains/developers/api-keys.ts'
import { chooseRole, signIn } from '../../apps/server/src/domains/identity/people.ts'
import { openSession } from '../../apps/server/src/domains/identity/sessions.ts'
import { inTransaction } from '../../apps/server/src/kit/db.ts'
import { findCatalogueVoice, speakWhole } from '../../packages/speech/index.ts'
import { startChild } from '../../scripts/lib/child.ts'
import { openDatabase, secretKey } from '../../scripts/lib/local-stack.ts'
import { percentile, report, round } from '../lib/report.ts'
import { type LoadResult, load } from './load.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '8' } } })
const durationSeconds = Number(values.seconds)
const text = 'The ferry leaves the harbour at seven every single morning.'
const voiceId = 'premium_en_us_001'

const dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-bench-'))
process.env.DATA_DIR = dataDir
const port = 20_000 + (process.pid % 20_000)
const database = await openDatabase(dataDir)
const environment = {
  PORT: String(port),
  DATA_DIR: dataDir,
  DATABASE_URL: database.url,
  SECRET_KEY: secretKey(dataDir),
  PROMOTIONAL_CREDIT_CENTS: '10000',
  LIMIT_ORDINARY_PER_SECOND: '1000000',
  LIMIT_SYNTHESIS_PER_SECOND: '1000000',
}
const main = join(import.meta.dirname, '../../apps/server/src/main.ts')
const apiLog = join(dataDir, 'api.log')
let stopping = false
const start = (role: string, logFile: string) =>
  startChild({
    name: role,
    file: main,
    args: ['--role', role],
    env: environment,
    logFile,
    isStopping: () => stopping,
  })
const api = await start('api', apiLog)
const worker = await start('worker', join(dataDir, 'worker.log'))

try {
  const { cookie, key } = await makeDeveloper()
  const url = `http://localhost:${port}`
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
  stopping = true
  await api.stop()
  await worker.stop()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function makeDeveloper(): Promise<{ cookie: string; key: string }> {
  const ctx = await createContext(readConfig({ ...environment, LOG_LEVEL: 'silent' }))
  try {
    return await inTransaction(ctx.db, async (tx) => {
      const email = 'bench@studio.example'
      const person = await signIn(ctx, tx, {
        provider: 'google',
        subject: email,
        email,
        emailVerified: true,
        name: 'Bench',
      })
      await chooseRole(ctx, tx, { userId: person.id, role: 'developer', ip: '127.0.0.1' })
      const { id } = await tx
        .selectFrom('developers')
        .select('id')
        .where('user_id', '=', person.id)
        .executeTakeFirstOrThrow()
      const { key } = await createApiKey(ctx, tx, id, 'bench')
      const token = await openSession(ctx, tx, person, { ip: '127.0.0.1', userAgent: 'bench' })
      return { cookie: `vv_session=${token}`, key }
    })
  } finally {
    await ctx.close()
  }
}

/** The bare engine in this very run, then what the server's own log says of the one client's syntheses. */
async function shares(oneClient: LoadResult): Promise<Record<string, unknown>[]> {
  const bare = await bareEngineMs()
  const logged = readFileSync(apiLog, 'utf8')
    .split('\n')
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
