import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type AudioCheck,
  type AudioCheckResult,
  audioCheckLimits,
  type ContentCredentials,
} from '@viva-voce/contract'
import type { Probes } from '@viva-voce/fingerprint'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { callerOf } from '../../http/limits.ts'
import { receiveForm } from '../../http/receive-files.ts'
import type { Viewer } from '../../http/viewer.ts'
import { ApiError, notFound } from '../../kit/api-error.ts'
import { liveProcesses } from '../../kit/heartbeat.ts'
import { PoolFullError } from '../../kit/work-pool.ts'
import type { Examination } from '../../work/detection-work.ts'
import { watermarkKeyVersion } from '../../work/tasks.ts'
import * as store from './audio-check-store.ts'
import { refusalOf } from './audio-refusals.ts'
import { resultOf } from './check-result.ts'
import { credentialsIn } from './credentials-in.ts'
import { suspectsFor } from './suspects.ts'

/** How often a long check writes how far it is, and sees whether it was cancelled. */
const followMs = 1_000
/** How long the answer of a long check can be asked for. */
const keptMs = 60 * 60_000
/** For 100 MB over a line of 3 Mbit/s. */
const receiveTimeoutMs = 5 * 60_000
/** Files that are on their way to this process at a time, which bounds what lies on the disk. */
const mostReceiving = 16
/** Checks of one person or address at a time. */
const mostOfOneCaller = 2

/** Whose checks are under way in this process. */
const underWay = new Map<string, number>()
let receiving = 0

/**
 * Examines the file in a form. A short one's answer is at hand within seconds; a longer one goes on behind, and is
 * asked for by its id. The file is removed when it was examined, however that ends.
 * Throws 422 for what cannot be examined, 413 over 100 MB, 429 and 503 with Retry-After when too much is under way.
 */
export async function checkAudio(
  ctx: Context,
  viewer: Viewer | null,
  request: FastifyRequest,
): Promise<AudioCheck> {
  const caller = callerOf(viewer, request)
  const leave = enter(ctx, caller)
  try {
    const cancel = new AbortController()
    const started = await start(ctx, caller, request, cancel.signal)
    const { examination } = started
    // The caller's turn is over when the examination is, which may be after the answer.
    void examination.result.then(leave, leave)
    const answer = await within(ctx.config.detection.waitMs, answerOf(ctx, started))
    if (answer) return { id: null, state: 'done', progress: 1, error: null, result: answer }
    return await follow(ctx, started, cancel)
  } catch (error) {
    leave()
    throw error
  }
}

/** Takes a place; the function that it gives leaves it, once. */
function enter(ctx: Context, caller: string): () => void {
  const count = underWay.get(caller) ?? 0
  if (count >= mostOfOneCaller) {
    const sentence = 'Your last files are still being checked. Please wait for them.'
    throw new ApiError('rate_limited', sentence, { retryAfterSeconds: 5 })
  }
  if (receiving >= mostReceiving || ctx.detection.isFull()) throw full()
  underWay.set(caller, count + 1)
  let isIn = true
  return () => {
    if (!isIn) return
    isIn = false
    const rest = underWay.get(caller)! - 1
    if (rest > 0) underWay.set(caller, rest)
    else underWay.delete(caller)
  }
}

function full(): ApiError {
  const sentence = 'Too many files are being checked just now. Please try again in a moment.'
  return new ApiError('overloaded', sentence, { retryAfterSeconds: 10 })
}

/** An examination under way, and what the file's content credentials say. */
interface Started {
  examination: Examination
  credentials: ContentCredentials | null
}

/** Receives the file into a folder of its own and hands both to the pool, which removes the folder. */
async function start(
  ctx: Context,
  caller: string,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<Started> {
  const folder = await newFolder(ctx)
  try {
    const { path, manifestPath } = await receive(request, folder)
    const { seconds: maxSeconds } = audioCheckLimits
    const task = { path, maxSeconds, keyVersions: [watermarkKeyVersion] }
    if (ctx.detection.isFull()) throw full()
    const ask = (probes: Probes) => suspectsFor(ctx, probes)
    const credentials = await credentialsIn(ctx, path, manifestPath)
    const examination = ctx.detection.examine(task, { folder, tenant: caller, ask, signal })
    return { examination, credentials }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function newFolder({ config, processId }: Context): Promise<string> {
  const ours = join(config.checksDir, processId)
  await mkdir(ours, { recursive: true, mode: 0o700 })
  return mkdtemp(join(ours, 'check-'))
}

/** The audio and, if it was sent, the manifest that stands beside it. */
interface Received {
  path: string
  manifestPath: string | null
}

async function receive(request: FastifyRequest, folder: string): Promise<Received> {
  receiving++
  const slow = setTimeout(() => request.raw.destroy(), receiveTimeoutMs)
  try {
    const { fileBytes, manifestExtension } = audioCheckLimits
    const { files } = await receiveForm(request, { files: 2, fileBytes }, folder)
    const manifest = files.find(({ extension }) => extension === manifestExtension)
    const audio = files.filter((file) => file !== manifest)
    if (audio.length > 1) throw tooManyFiles()
    if (audio[0]) return { path: audio[0].path, manifestPath: manifest?.path ?? null }
    const message = 'Please add an audio file.'
    throw new ApiError('validation_failed', message, { fields: [{ field: 'body.file', message }] })
  } finally {
    receiving--
    clearTimeout(slow)
  }
}

function tooManyFiles(): ApiError {
  const message = 'Please send one audio file at a time, and with it at most its .c2pa file.'
  return new ApiError('validation_failed', message, { fields: [{ field: 'body.file', message }] })
}

async function answerOf(
  ctx: Context,
  { examination, credentials }: Started,
): Promise<AudioCheckResult> {
  const examined = await examination.result.catch((error: unknown) => {
    if (error instanceof PoolFullError) throw full()
    throw error
  })
  if ('refusal' in examined) throw refusalOf(examined)
  return resultOf(ctx, examined, credentials)
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const waiting = new AbortController()
  // Whoever is waiting sees the error; afterwards `follow` does.
  work.catch(() => {})
  try {
    return await Promise.race([work, pause(ms, null, { signal: waiting.signal })])
  } finally {
    waiting.abort()
  }
}

/** Gives a long check an id, and goes on with it behind the answer. */
async function follow(
  ctx: Context,
  started: Started,
  cancel: AbortController,
): Promise<AudioCheck> {
  const id = ctx.ids.next('chk')
  const now = ctx.clock.now()
  await store.insertCheck(ctx.db, {
    id,
    process_id: ctx.processId,
    state: 'running',
    created_at: now,
    expires_at: new Date(now.getTime() + keptMs),
  })
  const work = followToEnd(ctx, id, started, cancel)
  work.catch((error) =>
    ctx.logger.warn({ err: error, id }, 'a check of audio was not brought to its end'),
  )
  return {
    id,
    state: 'running',
    progress: started.examination.progress(),
    error: null,
    result: null,
  }
}

async function followToEnd(
  ctx: Context,
  id: string,
  started: Started,
  cancel: AbortController,
): Promise<void> {
  const answer = answerOf(ctx, started)
  while (
    (await within(
      followMs,
      answer.then(
        () => true,
        () => true,
      ),
    )) === null
  ) {
    if (!(await store.setProgress(ctx.db, id, started.examination.progress()))) cancel.abort()
  }
  const end = await answer.then(
    (result) => ({ result: JSON.stringify(result) }),
    (error: unknown) => ({ error: sentenceOf(error) }),
  )
  await store.endCheck(ctx.db, id, end)
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return 'The check was interrupted. Please send the file again.'
}

/** How far a long check is. Throws 404 for an id that nobody has, or that is older than an hour. */
export async function readCheck(ctx: Context, id: string): Promise<AudioCheck> {
  const row = await store.findCheck(ctx.db, id, ctx.clock.now())
  if (!row) throw notFound('check')
  const isLost = row.state === 'running' && !(await liveProcesses(ctx.db)).has(row.process_id)
  return {
    id,
    state: isLost ? 'failed' : (row.state as AudioCheck['state']),
    progress: row.progress,
    error: isLost ? sentenceOf(null) : row.error,
    result: row.result as AudioCheckResult | null,
  }
}

/** Ends a running check; its file is gone within a second or two. */
export async function cancelCheck(ctx: Context, id: string): Promise<AudioCheck> {
  await readCheck(ctx, id)
  await store.endCheck(ctx.db, id, 'cancelled')
  return readCheck(ctx, id)
}

/** Removes what processes have left that were killed, and answers that nobody asked for in time. */
export async function sweepChecks(ctx: Context): Promise<void> {
  const { checksDir } = ctx.config
  const folders = await readdir(checksDir).catch(() => [])
  const live = await liveProcesses(ctx.db)
  for (const folder of folders) {
    if (folder === ctx.processId || live.has(folder)) continue
    await rm(join(checksDir, folder), { recursive: true, force: true })
    ctx.logger.info({ processId: folder }, 'removed uploads that a dead process had left')
  }
  await store.deleteExpired(ctx.db, ctx.clock.now())
}
