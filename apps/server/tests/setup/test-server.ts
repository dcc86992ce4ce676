import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { manualClock } from '../../src/kit/clock.ts'
import type { ProcessRole } from '../../src/kit/heartbeat.ts'
import { createLogger, type Logger } from '../../src/kit/logger.ts'
import { type RunningServer, startServer } from '../../src/server.ts'

/** A database of its own, cloned from the template; `drop` takes it away. */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const maintenance = inject('databaseUrl')
  const name = `viva_voce_${randomBytes(6).toString('hex')}`
  await query(maintenance, `create database ${name} template ${inject('templateName')}`)
  const url = new URL(maintenance)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => query(maintenance, `drop database if exists ${name} with (force)`),
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

export interface TestServer extends RunningServer {
  url: string
  clock: ReturnType<typeof manualClock>
  dataDir: string
  close(): Promise<void>
}

/** The real server on a free port, a database of its own, an empty folder and a clock that the test moves. */
export async function startTestServer(
  settings: Record<string, string> = {},
  role: ProcessRole = 'all',
  logger: Logger = createLogger({ level: process.env.LOG_LEVEL ?? 'silent', name: 'test' }),
  clock: TestServer['clock'] = manualClock(new Date('2026-03-02T09:00:00Z')),
): Promise<TestServer> {
  const database = await cloneDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-data-'))
  const config = readConfig(testEnvironment(database.url, dataDir, settings))
  const server = await startServer(config, role, { clock, logger })
  return {
    ...server,
    url: `http://localhost:${server.port}`,
    clock,
    dataDir,
    async close() {
      await server.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Takes the database away from a server, until `over`: its connections break and new ones are refused. */
export async function cutConnections(server: TestServer): Promise<{ over(): Promise<void> }> {
  const maintenance = inject('databaseUrl')
  const name = new URL(server.ctx.config.database.url).pathname.slice(1)
  await query(maintenance, `alter database ${name} with allow_connections false`)
  await query(
    maintenance,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
  return { over: () => query(maintenance, `alter database ${name} with allow_connections true`) }
}

/** Settings for a server under test. */
export function testEnvironment(
  databaseUrl: string,
  dataDir: string,
  settings: Record<string, string> = {},
): Record<string, string> {
  return {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    DATABASE_CONNECTIONS: '8',
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret of the tests, long enough to be taken',
    // No web app, whether it happens to be built or not.
    WEB_DIST: join(dataDir, 'no-web-app'),
    SPEECH_THREADS: '1',
    HEAR_VOICES_AT_START: 'false',
    SYNTHESES_AT_ONCE: '1000',
    LIMIT_ORDINARY_PER_SECOND: '10000',
    LIMIT_SYNTHESIS_PER_SECOND: '1000',
    LIMIT_SIGN_IN_PER_MINUTE: '10000',
    LIMIT_PUBLIC_CHECK_PER_SECOND: '10000',
    LIMIT_LOOKUP_PER_MINUTE: '10000',
    // Nobody listens there: a test that wants VIES starts a sandbox.
    VIES_URL: 'http://localhost:9/vies',
    ...settings,
  }
}
