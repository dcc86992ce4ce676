import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const startTimeoutMs = 240_000

/** Starts the product as `npm start` does, on a free port and in an empty folder; the returned function stops it. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'viva-voce-journey-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await untilReady(child)
  const demo = readFileSync(join(dataDir, 'demo.env'), 'utf8')
  for (const line of demo.trim().split('\n')) {
    const at = line.indexOf('=')
    process.env[line.slice(0, at)] = line.slice(at + 1)
  }
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => fail('in time'), startTimeoutMs)
    const fail = (how: string) => {
      clearTimeout(timer)
      child.kill('SIGTERM')
      reject(new Error(`the product did not start ${how}:\n${output}`))
    }
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (!output.includes('Viva Voce is ready')) return
      clearTimeout(timer)
      child.off('exit', ended)
      resolve()
    }
    const ended = () => fail('at all')
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', ended)
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, 'localhost', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
