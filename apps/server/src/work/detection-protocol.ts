/** What the process and the threads of its detection pool say to each other: plain data. */
import type { MessagePort } from 'node:worker_threads'
import type { Probes } from '@viva-voce/fingerprint'

/** A file whose marks are looked for. */
export interface ExamineTask {
  path: string
  maxSeconds: number
  timeoutMs: number
  keyVersions: readonly number[]
}

/** Sent while a file is examined: how far it is, 0 to 1, or a question about a stretch of it. */
export type FromExaminer = { progress: number } | { probes: Probes }
/** The answer to a question: the numbers of syntheses that the stretch may be, likeliest first. */
export interface ToExaminer {
  suspects: readonly number[]
}
export type AskRegistry = (probes: Probes) => Promise<readonly number[]>
export type ExaminerTask = ExamineTask & { port: MessagePort }

/** A mark that may be claimed. */
export interface Mark {
  /** The synthesis' number. */
  payload: number
  keyVersion: number
  spans: { startSeconds: number; endSeconds: number }[]
  falseClaimProbability: number
  method: 'blind' | 'registry' | 'informed'
}

/** What a file says of itself. */
export interface Tags {
  aiGenerated: boolean
  licenceId: string | null
  synthesisId: string | null
}

/** What was found in a file. */
export interface Examined {
  container: string
  codec: string
  channels: number
  sampleRateHz: number
  seconds: number
  /** Less came out than the container says. */
  damaged: boolean
  /** Peaks of equal stretches, 0 to 1. */
  peaks: number[]
  /** Seconds that are not silent. */
  soundSeconds: number
  marks: Mark[]
  /** Bound on the chance of signs of a mark as strong as those that were seen; 1 for none. */
  presenceProbability: number
  tags: Tags
}

export type ExaminedResult = Examined | { refusal: string; message: string }

/** A stored synthesis whose fingerprint is wanted. */
export interface FingerprintTask {
  audio: Uint8Array
  format: string
}

export interface FingerprintResult {
  hashes: Int32Array
  frames: Int32Array
}
