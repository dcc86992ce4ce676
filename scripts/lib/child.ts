import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

const restartDelayMs = 1_000
const maxRestarts = 5

/** A process that is kept running until `stop`. */
export interface Child<Ready> {
  ready: Ready
  /** Of the process that runs now. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

/**
 * Forks a TypeScript file with its output in a log file, and waits for its first message.
 * A process that dies later is started again, a few times. Throws with the log's end when it never gets ready.
 */
export async function startChild<Ready>(options: {
  name: string
  file: string
  args?: string[]
  env: Record<string, string>
  logFile: string
  /** True once everything is being stopped: Ctrl-C reaches all processes at once, and none is started again. */
  isStopping: () => boolean
}): Promise<Child<Ready>> {
  mkdirSync(dirname(options.logFile), { recursive: true })
  let restarts = 0
  let current = launch(options)
  const ready = await firstMessage<Ready>(current, options)
  const watch = (child: ChildProcess) =>
    child.once('exit', (code, signal) => {
      if (options.isStopping()) return
      if (++restarts > maxRestarts) {
        console.error(`${options.name} keeps failing; see ${options.logFile}`)
        return
      }
      console.error(`${options.name} ended (${signal ?? code}); starting it again`)
      setTimeout(() => {
        if (options.isStopping()) return
        current = launch(options)
        watch(current)
      }, restartDelayMs)
    })
  watch(current)
  return {
    ready,
    get pid() {
      return current.pid
    },
    async stop() {
      if (current.exitCode !== null || current.signalCode !== null) return
      const ended = new Promise((resolve) => current.once('exit', resolve))
      current.kill('SIGTERM')
      await ended
    },
  }
}

function launch(options: {
  file: string
  args?: string[]
  env: Record<string, string>
  logFile: string
}): ChildProcess {
  const log = openSync(options.logFile, 'a')
  const child = fork(options.file, options.args ?? [], {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  return child
}

function firstMessage<Ready>(
  child: ChildProcess,
  options: { name: string; logFile: string },
): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const failed = () => {
      const tail = readFileSync(options.logFile, 'utf8').split('\n').slice(-20).join('\n')
      reject(new Error(`${options.name} did not start:\n${tail}`))
    }
    child.once('exit', failed)
    child.once('error', reject)
    child.once('message', (message) => {
      child.off('exit', failed)
      resolve(message as Ready)
    })
  })
}
