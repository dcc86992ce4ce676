import { Piscina } from 'piscina'
import { FairQueue, forTenant } from './fair-queue.ts'

/** Threads for work that would block the event loop, with a bounded queue. */
export interface WorkPool {
  /**
   * Runs the exported function `name` of the pool's file; tenants take turns when tasks must wait.
   * Throws `PoolFullError` when the queue is full.
   */
  run(
    name: string,
    task: object,
    options: { tenant: string; signal: AbortSignal },
  ): Promise<unknown>
  /** True when one more task would be refused. */
  isFull(): boolean
  close(): Promise<void>
}

export class PoolFullError extends Error {
  constructor() {
    super('the work queue is full')
    this.name = 'PoolFullError'
  }
}

export function createWorkPool(options: {
  filename: string
  threads: number
  queue: number
  workerData: unknown
}): WorkPool {
  const pool = new Piscina({
    filename: options.filename,
    workerData: options.workerData,
    minThreads: 1,
    maxThreads: options.threads,
    maxQueue: options.queue,
    taskQueue: new FairQueue(),
    idleTimeout: 60_000,
  })
  // Counted here: the pool's own queue is empty while every thread is busy, or none has started yet.
  let underWay = 0
  const isFull = () => underWay >= options.threads + options.queue
  return {
    isFull,
    async run(name, task, { tenant, signal }) {
      if (isFull()) throw new PoolFullError()
      underWay++
      try {
        return await pool.run(forTenant(task, tenant), { name, signal })
      } catch (error) {
        if (error instanceof Error && /queue is at limit|No task queue/.test(error.message)) {
          throw new PoolFullError()
        }
        throw error
      } finally {
        underWay--
      }
    },
    close: () => pool.close({ force: false }),
  }
}
