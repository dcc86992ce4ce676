/** Servers that are killed at random moments and in the middle of calls, until everything is explained again. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { prepareJobs } from '../../apps/server/src/kit/jobs.ts'
import { migrate } from '../../apps/server/src/kit/migrate.ts'
import { killAtRandom } from '../../apps/server/tests/setup/kill-run.ts'
import { startKillWorld } from '../../apps/server/tests/setup/kill-world.ts'
import { openDatabase, secretKey } from '../../scripts/lib/local-stack.ts'
import { round } from '../lib/report.ts'

/** Kills of one database and one played provider; each look at everything takes longer the more there is. */
const killsOfAWorld = 200

/** Throws at the first kill after which something is lost, done twice or left open; prints how far it is. */
export async function killServers(kills: number, seed: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-kills-'))
  process.env.DATA_DIR = dataDir
  const server = await openDatabase(dataDir)
  const startedMs = performance.now()
  const sum = { kills: 0, atCalls: 0, acknowledged: 0, transfers: 0 }
  try {
    for (let n = 0; sum.kills < kills; n++) {
      const most = Math.min(killsOfAWorld, kills - sum.kills)
      const run = await killWorld(server.url, dataDir, most, seed + n, (done) =>
        console.log(`${sum.kills + done} kills in ${seconds(startedMs)} s`),
      )
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += run[name]
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    kills: sum.kills,
    'at a call of the provider': sum.atCalls,
    'operations answered': sum.acknowledged,
    payouts: sum.transfers,
    'lost, twice or open': 0,
    'in all (s)': seconds(startedMs),
    seed,
  }
}

const seconds = (startedMs: number) => round((performance.now() - startedMs) / 1000)

async function killWorld(
  serverUrl: string,
  dataDir: string,
  kills: number,
  seed: number,
  tell: (done: number) => void,
) {
  const database = await newDatabase(serverUrl)
  const world = await startKillWorld(database, (folder, settings) => ({
    ...{ PORT: '0', DATA_DIR: folder, DATABASE_URL: database.url, DATABASE_CONNECTIONS: '8' },
    ...{ SECRET_KEY: secretKey(dataDir), SPEECH_THREADS: '1', HEAR_VOICES_AT_START: 'false' },
    ...{ LIMIT_ORDINARY_PER_SECOND: '1000000', LIMIT_PUBLIC_CHECK_PER_SECOND: '1000000' },
    VIES_URL: 'http://localhost:9/vies',
    ...settings,
  }))
  try {
    return await killAtRandom(world, { kills, seed, tell })
  } finally {
    await world.close()
  }
}

async function newDatabase(serverUrl: string) {
  const name = `kills_${randomBytes(4).toString('hex')}`
  await run(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await migrate(url.href)
  await prepareJobs(url.href)
  return {
    url: url.href,
    drop: () => run(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
