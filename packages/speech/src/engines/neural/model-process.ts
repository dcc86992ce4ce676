/** A model's process as the supervisor sees it, and the real one. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type FromChild, OUT_OF_MEMORY_STATUS, type ToChild } from './messages.ts'

export interface ModelProcess {
  readonly pid: number | undefined
  send(message: ToChild): void
  /** Ends it at once, whatever it is doing; `exited` follows. */
  kill(): void
}

export interface ModelProcessEvents {
  message(message: FromChild): void
  /** Exactly once, at the end of the process or when it could not be started; `reason` is for the operator. */
  exited(reason: string): void
}

export type LaunchModelProcess = (events: ModelProcessEvents) => ModelProcess

const PROGRAM = fileURLToPath(new URL('./child.ts', import.meta.url))
/** Of JavaScript, which only passes audio on; the model's own memory is watched by the process itself. */
const MAX_HEAP_MB = 128
const MAX_PRINTED_LETTERS = 500

/**
 * Starts child.ts. It gets nothing of our environment, and what it prints is kept only until its model is
 * loaded: later, sherpa-onnx prints texts that it cannot say, which are no business of a log.
 */
export const forkModelProcess: LaunchModelProcess = (events) => {
  const child = fork(PROGRAM, [], {
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let printed: string | undefined = ''
  let exited = false
  const end = (reason: string) => {
    if (exited) return
    exited = true
    events.exited(reason)
  }
  child.stderr?.on('data', (data: Buffer) => {
    if (printed !== undefined) printed = (printed + data.toString()).slice(-MAX_PRINTED_LETTERS)
  })
  child.on('message', (message) => {
    printed = undefined
    events.message(message as FromChild)
  })
  child.on('error', (error) => {
    if (child.pid === undefined) end(`could not be started: ${error.message}`)
  })
  child.on('close', (status, signal) => end(reasonOf(status, signal, printed)))
  return {
    pid: child.pid,
    send: (message) => {
      // A message to a process that is ending is lost; `exited` tells all there is to tell.
      if (child.connected) child.send(message, () => undefined)
    },
    kill: () => {
      child.kill('SIGKILL')
    },
  }
}

function reasonOf(status: number | null, signal: string | null, printed = ''): string {
  if (status === OUT_OF_MEMORY_STATUS) return 'went over its memory'
  const words = printed.trim().replace(/\s+/g, ' ')
  return `ended with ${status ?? signal}${words === '' ? '' : `: ${words}`}`
}
