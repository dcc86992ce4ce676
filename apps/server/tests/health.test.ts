import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { statusAnswer } from '@viva-voce/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../src/server.ts'
import { signUpWithKey, synthesize } from './setup/people.ts'
import { cutConnections, startTestServer, type TestServer } from './setup/test-server.ts'
import { waitFor } from './setup/wait.ts'

const up = expect.stringMatching(/^up \(\d+ ms\)$/)

describe('the status', () => {
  const webDist = mkdtempSync(join(tmpdir(), 'viva-voce-web-'))
  let server: TestServer
  beforeAll(async () => {
    writeFileSync(join(webDist, 'index.html'), '<title>the web app</title>')
    server = await startTestServer({ WEB_DIST: webDist }, 'api')
  })
  afterAll(async () => {
    await server.close()
    rmSync(webDist, { recursive: true })
  })

  const ask = (accept: string) => fetch(`${server.url}/status`, { headers: { accept } })

  test.each(['application/json', '*/*'])('is data for %s', async (accept) => {
    const answer = await ask(accept)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('vary')).toMatch(/accept/i)
    expect(statusAnswer.strict().parse(await answer.json())).toEqual({ ok: true, db: up, s3: up })
  })

  test('is a page for a browser', async () => {
    const answer = await ask('text/html,application/xhtml+xml,*/*;q=0.8')
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('vary')).toMatch(/accept/i)
    expect(await answer.text()).toContain('the web app')
  })

  test('is data for a browser, too, while there is no web app', async () => {
    const bare = await startTestServer({}, 'api')
    const answer = await fetch(`${bare.url}/status`, { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ ok: true })
    await bare.close()
  })
})

describe('readiness', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({}, 'api')
  })
  afterAll(() => server.close())

  async function ready() {
    const answer = await fetch(`${server.url}/readyz`)
    return { status: answer.status, ...((await answer.json()) as object) }
  }

  test('is 200 when all is well', async () => {
    expect(await ready()).toEqual({ status: 200, ok: true, db: up, s3: up })
  })

  test('is 503 while the database is away, and 200 when it is back', async () => {
    const away = await cutConnections(server)
    expect(await ready()).toEqual({ status: 503, ok: false, db: 'down', s3: up })
    const status = await fetch(`${server.url}/status`)
    expect(status.status).toBe(200)
    expect(await status.json()).toMatchObject({ ok: false, db: 'down' })
    await away.over()
    await waitFor('the database', async () => ((await ready()).status === 200 ? true : null))
  })

  test('is 503 while audio cannot be written', async () => {
    const folder = join(server.dataDir, 'objects')
    mkdirSync(folder, { recursive: true })
    renameSync(folder, `${folder}.aside`)
    writeFileSync(folder, 'a file where the folder should be')
    expect(await ready()).toEqual({ status: 503, ok: false, db: up, s3: 'down' })
    rmSync(folder)
    renameSync(`${folder}.aside`, folder)
    expect((await ready()).status).toBe(200)
  })

  test('is 503 while the folder is there and writing into it fails', async () => {
    const blocked = join(server.dataDir, 'objects', '.writable')
    rmSync(blocked, { force: true })
    mkdirSync(blocked)
    expect(await ready()).toMatchObject({ status: 503, s3: 'down' })
    rmSync(blocked, { recursive: true })
  })
})

describe('the worker', () => {
  async function workerReady(server: TestServer) {
    const answer = await fetch(`${server.url}/v1/worker/ready`)
    return { status: answer.status, ...((await answer.json()) as object) }
  }

  test('is not ready where none runs', async () => {
    const server = await startTestServer({}, 'api')
    expect(await workerReady(server)).toEqual({ status: 503, ok: false, last_seen_ms_ago: null })
    await server.close()
  })

  test('is ready beside the API', async () => {
    const server = await startTestServer()
    expect(await workerReady(server)).toMatchObject({ status: 200, ok: true })
    await server.close()
  })

  test('is not ready once it has been silent for ten seconds', async () => {
    const server = await startTestServer({}, 'api')
    const silent = (seconds: number) =>
      sql`insert into processes (id, role, heartbeat_at)
        values (${`proc_${seconds}`}, 'worker', now() - make_interval(secs => ${seconds}))`.execute(
        server.ctx.db,
      )
    await silent(11)
    expect(await workerReady(server)).toMatchObject({ status: 503, ok: false })
    await silent(3)
    expect(await workerReady(server)).toMatchObject({ status: 200, ok: true })
    await server.close()
  })

  test('that stops is gone at once', async () => {
    const api = await startTestServer({}, 'api')
    const { clock, logger } = api.ctx
    const worker = await startServer(api.ctx.config, 'worker', { clock, logger })
    expect(await workerReady(api)).toMatchObject({ status: 200 })
    expect(worker.port).toBeNull()
    await worker.stop()
    expect(await workerReady(api)).toMatchObject({ status: 503, last_seen_ms_ago: null })
    await api.close()
  })
})

test('a connection that breaks in a transaction fails that transaction and nothing else', async () => {
  const server = await startTestServer({}, 'api')
  const tx = await server.ctx.db.startTransaction().execute()
  await sql`select 1`.execute(tx)
  const away = await cutConnections(server)
  await expect(sql`select 1`.execute(tx)).rejects.toThrow()
  await tx
    .rollback()
    .execute()
    .catch(() => {})
  await away.over()
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await server.close()
})

test('a server whose connections all break goes on working, with its worker', async () => {
  const server = await startTestServer()
  const dev = await signUpWithKey(server)
  const away = await cutConnections(server)
  await away.over()
  const sold = await waitFor('a synthesis', async () => {
    const answer = await synthesize(server, dev.key)
    await answer.arrayBuffer()
    return answer.status === 200 ? answer : null
  })
  await waitFor(
    'the verification',
    async () => {
      const answer = await dev.fetch(`/v1/escrow/${sold.headers.get('x-payment-intent-id')}`)
      const { verification } = (await answer.json()) as { verification: { watermark: string } }
      return verification.watermark === 'passed' ? true : null
    },
    30_000,
  )
  await server.close()
})
