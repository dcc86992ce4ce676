/** ffmpeg and ffprobe as bounded child processes: no shell, a bare environment, an end that always comes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { AudioError } from './error.ts'

/** Lines of the child's complaints that are kept; the rest is only counted. */
const KEPT_ERROR_LINES = 8
const KEPT_ERROR_TEXT = 2_000

/** What a child is run for, which names its errors: `encoder_missing`, `decoder_timeout`, … */
export type ChildRole = 'encoder' | 'decoder'

/** Bounds of a child. */
export interface ChildLimits {
  role: ChildRole
  timeoutMs: number
  signal?: AbortSignal
}

/** How a child ended. */
export interface ChildEnd {
  /** Null when a signal ended it. */
  exitCode: number | null
  /** Lines on its standard error: the first ones, and the number of all. */
  errorLines: readonly string[]
  errorLineCount: number
}

/** A child at work. */
export interface RunningChild {
  stdin: Writable
  stdout: Readable
  /** Rejects with AudioError `…_missing`, `…_timeout`, `…_failed` (could not start) or `cancelled`. */
  ended: Promise<ChildEnd>
  /** Ends it at once, by its pid; harmless when it is gone. */
  kill(): void
}

/** Starts a program found on PATH, which gets `args` as they are and of our environment only PATH. */
export function startChild(
  program: string,
  args: readonly string[],
  limits: ChildLimits,
): RunningChild {
  if (limits.signal?.aborted) throw new AudioError('cancelled', `${program} was not started`)
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
  // A child that is gone closes its input; its exit says why.
  child.stdin.on('error', () => undefined)
  const ended = waitForEnd(child, program, limits)
  // Whoever awaits `ended` sees its error; nobody may be waiting yet.
  ended.catch(() => undefined)
  return { stdin: child.stdin, stdout: child.stdout, ended, kill: () => child.kill('SIGKILL') }
}

function waitForEnd(child: ChildProcess, program: string, limits: ChildLimits): Promise<ChildEnd> {
  const { role, timeoutMs, signal } = limits
  const complaints = readComplaints(child.stderr!)
  const { promise, resolve, reject } = Promise.withResolvers<ChildEnd>()
  const stop = (error: AudioError) => {
    child.kill('SIGKILL')
    reject(error)
  }
  const timer = setTimeout(() => {
    stop(new AudioError(`${role}_timeout`, `${program} took over ${timeoutMs} ms`))
  }, timeoutMs)
  const cancel = () => stop(new AudioError('cancelled', `${program} was cancelled`))
  signal?.addEventListener('abort', cancel, { once: true })
  child.once('error', (error: NodeJS.ErrnoException) => {
    const code =
      error.code === 'ENOENT' ? (`${role}_missing` as const) : (`${role}_failed` as const)
    reject(new AudioError(code, `${program}: ${error.message}`))
  })
  child.once('close', (exitCode) => resolve({ exitCode, ...complaints() }))
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  })
}

/** Counts all lines and keeps the first ones, without the addresses that ffmpeg puts into them. */
function readComplaints(stream: Readable): () => Omit<ChildEnd, 'exitCode'> {
  let kept = ''
  let errorLineCount = 0
  stream.setEncoding('utf8').on('data', (text: string) => {
    errorLineCount += text.split('\n').length - 1
    if (kept.length < KEPT_ERROR_TEXT) kept += text.slice(0, KEPT_ERROR_TEXT)
  })
  return () => {
    const lines = kept.replaceAll(/ @ 0x[0-9a-f]+/g, '').split('\n')
    const errorLines = lines.slice(0, KEPT_ERROR_LINES).filter((line) => line.trim() !== '')
    return { errorLines, errorLineCount }
  }
}

/**
 * Runs a child to its end and gives what it printed, `input` being its standard input. Throws as `ended`
 * of {@link startChild} does, and AudioError `too_long` when it prints over `maxOutputBytes`.
 */
export async function runChild(
  program: string,
  args: readonly string[],
  input: Uint8Array,
  limits: ChildLimits & { maxOutputBytes: number },
): Promise<ChildEnd & { output: Buffer }> {
  const child = startChild(program, args, limits)
  const chunks: Buffer[] = []
  let bytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limits.maxOutputBytes) child.kill()
    else chunks.push(chunk)
  })
  child.stdin.end(input)
  const end = await child.ended
  if (bytes > limits.maxOutputBytes) {
    throw new AudioError('too_long', `${program} gave over ${limits.maxOutputBytes} bytes`)
  }
  return { ...end, output: Buffer.concat(chunks) }
}

/** Gives `work` a folder of its own, which nobody else may read and which is gone afterwards. */
export async function withTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'viva-voce-audio-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
