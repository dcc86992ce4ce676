import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/kit/embedded-postgres.ts'
import { prepareJobs } from '../../src/kit/jobs.ts'
import { migrate } from '../../src/kit/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server's maintenance database; each test file clones the template on it. */
    databaseUrl: string
    templateName: string
  }
}

/**
 * One Postgres for the whole run, migrated once into a template database.
 * TEST_DATABASE_URL points the tests at another server, whose role must be allowed to create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const folder = mkdtempSync(join(tmpdir(), 'viva-voce-test-'))
  const postgres = given
    ? null
    : await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: false })
  const databaseUrl = given ?? postgres!.url('postgres')
  const templateName = `viva_voce_template_${process.pid}`
  await run(databaseUrl, `create database ${templateName}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${templateName}`
  await migrate(url.href)
  await prepareJobs(url.href)
  project.provide('databaseUrl', databaseUrl)
  project.provide('templateName', templateName)
  return async () => {
    await run(databaseUrl, `drop database if exists ${templateName} with (force)`)
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
