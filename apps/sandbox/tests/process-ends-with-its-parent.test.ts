import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

let child: ChildProcess
afterEach(() => {
  child.kill('SIGKILL')
})

const environment = (more: Record<string, string> = {}) => ({ PATH: process.env.PATH, ...more })

async function ready(): Promise<string> {
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  const message = JSON.parse(line.toString()) as { sandbox: string; url: string }
  expect(message.sandbox).toBe('ready')
  expect((await fetch(`${message.url}/healthz`)).status).toBe(200)
  return message.url
}

async function exitCode(): Promise<number | null> {
  return child.exitCode ?? ((await once(child, 'exit')) as [number])[0]
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s stops it cleanly', async (signal) => {
  child = spawn(process.execPath, [MAIN], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await ready()
  child.kill(signal)
  expect(await exitCode()).toBe(0)
})

test('the end of its stdin stops it', async () => {
  child = spawn(process.execPath, [MAIN], {
    env: environment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await ready()
  child.stdin!.end()
  expect(await exitCode()).toBe(0)
})

test('the end of the IPC channel stops it', async () => {
  child = fork(MAIN, { env: environment(), silent: true })
  await ready()
  child.disconnect()
  expect(await exitCode()).toBe(0)
})

test('a host that others can reach is refused in one sentence', async () => {
  const env = environment({ SANDBOX_HOST: '0.0.0.0' })
  child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [line] = (await once(child.stderr!, 'data')) as [Buffer]
  expect(line.toString()).toMatch(/^The sandbox signs anybody in.*\n$/)
  expect(await exitCode()).toBe(1)
})
