/** Runs the espeak-ng program. It is under the GPL, so it stays a program of its own and is never linked. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { SpeechError } from '../../error.ts'

const PROGRAM = 'espeak-ng'
const MAX_PRINTED_BYTES = 2_048

let found: { searched: string; path: string | undefined } | undefined

/** Where espeak-ng is, by PATH, or undefined; looked for again only when PATH changes. */
export function findProgram(): string | undefined {
  const searched = process.env.PATH ?? ''
  if (found?.searched !== searched) found = { searched, path: search(searched) }
  return found.path
}

function search(folders: string): string | undefined {
  return folders
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, PROGRAM))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** The bounds of one run; past either one the process is killed. */
export interface RunLimits {
  timeoutMs: number
  maxBytes: number
}

/**
 * Gives `text` to espeak-ng on its standard input and returns what it wrote to its output. `args` go to
 * the program as they are, without a shell. Throws SpeechError `cancelled` when the signal aborts, which
 * kills the process, and `engine_failed` when the program is missing, fails, or goes past a limit.
 */
export function runProgram(
  args: readonly string[],
  text: string,
  limits: RunLimits,
  signal?: AbortSignal,
): Promise<Buffer> {
  const program = findProgram()
  if (!program) {
    const message = 'espeak-ng is not installed on this machine (Debian package "espeak-ng")'
    return Promise.reject(new SpeechError('engine_failed', message))
  }
  // Nothing of our environment (keys, settings) is the program's business.
  const child = spawn(program, args, { cwd: '/', env: { LC_ALL: 'C.UTF-8' } })
  return new Promise((resolve, reject) => {
    const watch = new Watch(child, limits, signal)
    child.on('error', (error) => {
      watch.end()
      reject(failure('could not be started', error))
    })
    child.on('close', (status, killedBy) => {
      watch.end()
      const { refusal, output, printed } = watch
      if (refusal) reject(refusal)
      else if (status !== 0) reject(failure(`ended with ${status ?? killedBy}: ${printed}`))
      else resolve(Buffer.concat(output))
    })
    // A program that ends before it has read everything shows by its exit status.
    child.stdin.on('error', () => undefined)
    child.stdin.end(text)
  })
}

/** Keeps what a child writes, and kills it when it goes past a limit or the caller aborts. */
class Watch {
  readonly output: Buffer[] = []
  printed = ''
  refusal: SpeechError | undefined
  private bytes = 0
  private readonly timer: NodeJS.Timeout
  private readonly child: ChildProcessWithoutNullStreams
  private readonly signal: AbortSignal | undefined

  constructor(child: ChildProcessWithoutNullStreams, limits: RunLimits, signal?: AbortSignal) {
    this.child = child
    this.signal = signal
    const { timeoutMs, maxBytes } = limits
    this.timer = setTimeout(() => this.stop(failure(`took over ${timeoutMs} ms`)), timeoutMs)
    child.stdout.on('data', (data: Buffer) => this.keep(data, maxBytes))
    child.stderr.on('data', (data: Buffer) => {
      if (this.printed.length < MAX_PRINTED_BYTES) this.printed += data.toString()
    })
    signal?.addEventListener('abort', this.abort, { once: true })
    if (signal?.aborted) this.abort()
  }

  end(): void {
    clearTimeout(this.timer)
    this.signal?.removeEventListener('abort', this.abort)
  }

  private keep(data: Buffer, maxBytes: number): void {
    this.bytes += data.length
    if (this.bytes > maxBytes) this.stop(failure(`gave over ${maxBytes} bytes`))
    else this.output.push(data)
  }

  private readonly abort = () => this.stop(new SpeechError('cancelled', 'speaking was cancelled'))

  private stop(error: SpeechError): void {
    this.refusal ??= error
    this.child.kill('SIGKILL')
  }
}

function failure(what: string, cause?: Error): SpeechError {
  return new SpeechError('engine_failed', `espeak-ng ${what}`, { cause })
}
