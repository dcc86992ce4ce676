import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../../src/main.ts')
const standby = join(import.meta.dirname, 'standby.ts')

/** A server in a process of its own, for tests that kill it. */
export interface ServerProcess {
  url: string
  /** SIGKILL: the process does not get to know. */
  kill(): Promise<void>
  /** SIGTERM: it may end what it does; the exit code. */
  stop(): Promise<number | null>
}

/** Starts `main.ts` and resolves once it listens; what it writes to stderr comes with the error when it does not. */
export async function startServerProcess(
  environment: Record<string, string>,
  role = 'all',
): Promise<ServerProcess> {
  const child = forkQuietly(main, ['--role', role], environment)
  return processOf(child, await untilReady(child))
}

/** A server that has loaded its code and has not started: most of what a start costs, done while another one serves. */
export interface StandbyServer {
  start(): Promise<ServerProcess>
  kill(): void
}

/** Begins to load a server that can take over from one that is killed. */
export function standByServer(environment: Record<string, string>): StandbyServer {
  const child = forkQuietly(standby, [], environment)
  const loaded = once(child, 'message')
  loaded.catch(() => {})
  return {
    async start() {
      await loaded
      child.send('start')
      return processOf(child, await untilReady(child))
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

const forkQuietly = (file: string, args: string[], environment: Record<string, string>) =>
  fork(file, args, {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...environment },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })

function processOf(child: ChildProcess, port: number): ServerProcess {
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const ended = once(child, 'exit')
    child.kill(signal)
    return (await ended)[0] as number | null
  }
  return {
    url: `http://localhost:${port}`,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

function untilReady(child: ChildProcess): Promise<number> {
  let errors = ''
  child.stderr!.on('data', (chunk) => {
    errors = (errors + chunk).slice(-4_000)
  })
  return new Promise((resolve, reject) => {
    const failed = () =>
      reject(new Error(`the server process ended before it listened:\n${errors}`))
    child.once('exit', failed)
    child.once('error', reject)
    child.once('message', (message) => {
      child.off('exit', failed)
      resolve((message as { port: number }).port)
    })
  })
}
