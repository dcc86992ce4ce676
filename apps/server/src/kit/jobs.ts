import { fromKysely, PgBoss } from 'pg-boss'
import type { Tx } from './db.ts'
import type { Logger } from './logger.ts'

/** A kind of background work: its name, how often it is tried, and what it does with a job's data. */
export interface JobKind<Data extends object> {
  name: string
  retryLimit: number
  handle(data: Data): Promise<void>
}

export interface JobQueue {
  /** Enqueues inside the caller's transaction: the job exists exactly when the transaction commits. */
  send(tx: Tx, name: string, data: object): Promise<void>
  /** Creates the kind's queue and its dead-letter queue. */
  define(kind: { name: string; retryLimit: number }): Promise<void>
  /** Starts `concurrency` handlers of a kind in this process. */
  work<Data extends object>(kind: JobKind<Data>, concurrency: number): Promise<void>
  stop(): Promise<void>
}

/** Installs or migrates the queue's schema, so that processes that start at once do not race for it. */
export async function prepareJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: 'jobs', max: 1, supervise: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}

/** A queue on the same Postgres (pg-boss, SKIP LOCKED); NOTIFY wakes workers, polling is the safety net. */
export async function startJobs(url: string, logger: Logger): Promise<JobQueue> {
  const boss = new PgBoss({ connectionString: url, schema: 'jobs', max: 6, useListenNotify: true })
  boss.on('error', (error) => logger.error({ err: error }, 'the job queue reported an error'))
  await boss.start()
  return {
    async send(tx, name, data) {
      await boss.send(name, data, { db: fromKysely(tx) })
    },
    async define({ name, retryLimit }) {
      const deadLetter = `${name}.dead`
      await boss.createQueue(deadLetter)
      await boss.createQueue(name, {
        retryLimit,
        retryDelay: 2,
        retryBackoff: true,
        expireInSeconds: 300,
        deadLetter,
        notify: true,
      })
    },
    async work(kind, concurrency) {
      for (let slot = 0; slot < concurrency; slot++) await startHandler(boss, kind, logger)
    },
    stop: () => boss.stop({ graceful: true, timeout: 20_000 }),
  }
}

async function startHandler<Data extends object>(
  boss: PgBoss,
  kind: JobKind<Data>,
  logger: Logger,
) {
  // A job that is tried again falls due without a NOTIFY, so polling stays as quick beside it.
  const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }
  const handlerId = await boss.work<Data>(kind.name, polling, async ([job]) => {
    if (!job) return
    // Where one job was there may be more: NOTIFY tells of many that were sent together only once, and without this
    // each of them would wait for a poll. A handler that finds nothing goes back to waiting.
    boss.notifyWorker(handlerId)
    const log = logger.child({ job: kind.name, jobId: job.id })
    const startedMs = performance.now()
    try {
      await kind.handle(job.data)
      log.info({ ms: Math.round(performance.now() - startedMs) }, 'job done')
    } catch (error) {
      log.error({ err: error, data: job.data }, 'job failed; it is tried again or put aside')
      throw error
    }
  })
}
