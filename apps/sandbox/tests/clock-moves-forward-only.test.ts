import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ClockState, type Sandbox, startSandbox } from '../index.ts'

const DAY_MS = 86_400_000

let dataDir: string
let sandbox: Sandbox
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  sandbox = await startSandbox({ dataDir })
})
afterEach(async () => {
  await sandbox.close()
  rmSync(dataDir, { recursive: true })
})

const read = async () => (await (await fetch(`${sandbox.url}/clock`)).json()) as ClockState

async function advance(step: unknown) {
  const response = await fetch(`${sandbox.url}/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(step),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('it starts at real time and adds up what it is told', async () => {
  expect((await read()).offset_ms).toBe(0)
  await advance({ days: 7 })
  const { status, body } = await advance({ hours: 1, minutes: 2, seconds: 3, ms: 4 })
  expect(status).toBe(200)
  expect(body.offset_ms).toBe(7 * DAY_MS + 3_723_004)
  const { now, offset_ms } = await read()
  expect(Math.abs(Date.parse(now) - Date.now() - offset_ms)).toBeLessThan(5_000)
})

test('HTTP and the in-process door are one clock', async () => {
  sandbox.clock.advance({ days: 30 })
  expect((await read()).offset_ms).toBe(30 * DAY_MS)
  await advance({ days: 1 })
  expect(sandbox.clock.state().offset_ms).toBe(31 * DAY_MS)
})

test('it says when somebody who follows it has been told', async () => {
  let isTold = false
  const told = sandbox.clock.told().then(() => {
    isTold = true
  })
  sandbox.clock.advance({ days: 1 })
  await advance({ days: 1 })
  expect(isTold).toBe(false)
  await read()
  await told
})

test('a restart keeps it and leaves no temporary file', async () => {
  await advance({ days: 7 })
  await sandbox.close()
  sandbox = await startSandbox({ dataDir })
  expect((await read()).offset_ms).toBe(7 * DAY_MS)
  expect(readdirSync(dataDir).sort()).toEqual(['clock.json', 'google-keys.json'])
})

test('a damaged file stops the start instead of moving time back', async () => {
  await sandbox.close()
  writeFileSync(join(dataDir, 'clock.json'), '{"offset_ms": -5}')
  await expect(startSandbox({ dataDir })).rejects.toThrow(/clock\.json is damaged/)
})

test.each([
  [{ days: -1 }, 'only moves forward'],
  [{ days: 2, hours: -1 }, 'only moves forward'],
  [{ days: 401 }, 'at most 400 days'],
  [{ days: 400, ms: 1 }, 'at most 400 days'],
  [{ days: 0 }, 'how far'],
  [{}, 'how far'],
  [{ days: '7' }, 'each a number'],
  [{ weeks: 1 }, 'each a number'],
  [[], 'Send an object'],
  [null, 'Send an object'],
])('it refuses %j in a sentence and stays', async (step, sentence) => {
  const { status, body } = await advance(step)
  expect(status).toBe(422)
  expect(body.error).toBe('clock_refused')
  expect(body.message).toContain(sentence)
  expect((await read()).offset_ms).toBe(0)
})

test('a button of the page moves it and leads back to the page', async () => {
  const response = await fetch(`${sandbox.url}/clock/advance`, {
    method: 'POST',
    body: new URLSearchParams({ days: '30' }),
  })
  expect(response.url).toBe(`${sandbox.url}/`)
  expect(await response.text()).toContain('30 days ahead of real time')
})
