/** The bounds of a model's process and of what is asked of it, and what is told of it. */

export interface Limits {
  /** Requests that wait for the process; one more is refused at once. */
  queue: number
  /** The longest that a request waits, and that it may take once it is in flight. */
  waitMs: number
  runMs: number
  /** The longest that a model may take to load; how long a process lives without a request. */
  loadMs: number
  idleMs: number
  /** The pause after the first crash, doubled with each further one up to the longest. */
  firstBackoffMs: number
  maxBackoffMs: number
  /** Crashes in a row that mark the voice down. */
  downAfter: number
  /** Of the audio of one request. */
  maxSeconds: number
  maxMemoryBytes: number
}

/**
 * An utterance is 25 s of speech at the most (MAX_UTTERANCE_WEIGHT), 50 s at half speed; a slow model takes as
 * long to make it. The largest known model takes 1.3 GB in memory.
 */
export const DEFAULT_LIMITS: Limits = {
  queue: 32,
  waitMs: 60_000,
  runMs: 60_000,
  loadMs: 60_000,
  idleMs: 300_000,
  firstBackoffMs: 500,
  maxBackoffMs: 60_000,
  downAfter: 3,
  maxSeconds: 180,
  maxMemoryBytes: 2 * 2 ** 30,
}

/** Calls `run` once after `delayMs` unless the returned function is called before. */
export type Schedule = (delayMs: number, run: () => void) => () => void

export type ProcessState =
  | 'idle'
  | 'starting'
  | 'ready'
  | 'busy'
  | 'stopping'
  | 'waiting'
  | 'closed'

/** How a voice is doing; `lastProblem` never holds anything of a text. */
export interface VoiceHealth {
  voice: string
  up: boolean
  process: ProcessState
  pid: number | undefined
  queued: number
  crashesInARow: number
  restarts: number
  lastProblem: string | undefined
}
