import type { MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { FairQueue } from './fair-queue.ts'
import { loadedMessage } from './work-thread.ts'

/** Threads for work that would block the event loop, with a bounded and fair queue. */
export interface WorkPool {
  /**
   * Runs the exported function `name` of the pool's file; tenants take turns when tasks must wait.
   * Throws `PoolFullError` when the queue is full, and the signal's reason when it aborts: a task that
   * waits leaves the queue, one that runs has its thread ended. The `ports` in the task go with it.
   */
  run(
    name: string,
    task: object,
    options: { tenant: string; signal: AbortSignal; ports?: MessagePort[] },
  ): Promise<unknown>
  /** True when one more task would be refused. */
  isFull(): boolean
  /** Waits for what runs; what waits is refused. */
  close(): Promise<void>
}

export class PoolFullError extends Error {
  constructor() {
    super('the work queue is full')
    this.name = 'PoolFullError'
  }
}

/** How long a thread may take to load before it is ended all the same. */
const longestLoadMs = 30_000

/**
 * The pool's file calls `announceLoaded` at its end, since a thread must not be ended while it loads.
 * The queue is ours and not piscina's: with abort signals piscina keeps waiting tasks in a line of its own,
 * first come first served and without a bound, so it is only given what a thread can take at once.
 */
export function createWorkPool(options: {
  filename: string
  threads: number
  queue: number
  /** Threads that stay when nothing is to do (default 1). */
  keptThreads?: number
  workerData: unknown
}): WorkPool {
  const pool = new Piscina({
    filename: options.filename,
    workerData: options.workerData,
    minThreads: options.keptThreads ?? 1,
    maxThreads: options.threads,
    idleTimeout: 60_000,
  })
  const loading = watchLoading(pool)
  const waiting = new FairQueue<() => void>()
  let running = 0
  const isFull = () => running >= options.threads && waiting.size >= options.queue

  /** Resolves when a thread is free for the caller. */
  const turn = (tenant: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        if (waiting.remove(tenant, begin)) reject(signal.reason)
      }
      const begin = () => {
        signal.removeEventListener('abort', leave)
        running++
        resolve()
      }
      if (running < options.threads) return begin()
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(tenant, begin)
    })

  return {
    isFull,
    async run(name, task, { tenant, signal, ports = [] }) {
      signal.throwIfAborted()
      if (isFull()) throw new PoolFullError()
      await turn(tenant, signal)
      // Of its own, since a deadline that is still running would keep the task and its audio in memory.
      const own = new AbortController()
      const abort = () => void loading.until(running).then(() => own.abort(signal.reason))
      signal.addEventListener('abort', abort, { once: true })
      try {
        return await pool.run(task, { name, signal: own.signal, transferList: ports })
      } finally {
        signal.removeEventListener('abort', abort)
        running--
        waiting.shift()?.()
      }
    },
    async close() {
      await loading.until(Math.max(running, options.keptThreads ?? 1))
      await pool.close({ force: false })
    },
  }
}

/** Follows how many of a pool's threads are loaded; a task that runs has a thread of its own. */
function watchLoading(pool: Piscina): { until(threads: number): Promise<void> } {
  let loaded = 0
  let changed = Promise.withResolvers<void>()
  const change = (by: number) => {
    loaded += by
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
  pool.on('message', (message) => message === loadedMessage && change(1))
  pool.on('workerDestroy', () => change(-1))
  return {
    async until(threads) {
      const late = AbortSignal.timeout(longestLoadMs)
      const end = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve()))
      while (loaded < threads && !late.aborted) await Promise.race([changed.promise, end])
    },
  }
}
