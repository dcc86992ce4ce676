import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import type { Config } from './config/config.ts'
import { type Context, type ContextOverrides, createContext } from './context.ts'
import { sweepChecks } from './domains/compliance/audio-checks.ts'
import { hearCatalogue } from './domains/voices/speakers.ts'
import { syncCatalogue } from './domains/voices/voices.ts'
import { type ProcessRole, startHeartbeat } from './kit/heartbeat.ts'
import { startLoop } from './kit/loop.ts'
import { startWorker } from './worker.ts'

/** How long running requests may take to end at a stop; a client that never reads its answer must not hold it up. */
const drainMs = 15_000

const sweep = { name: 'sweep checks', pauseMs: 15_000 }

/** A running process of the product. */
export interface RunningServer {
  ctx: Context
  /** Where it listens; null for a worker. */
  port: number | null
  stop(): Promise<void>
}

/**
 * Starts the API, the worker or both on a migrated database.
 * `stop` lets running requests and jobs end, then closes everything.
 */
export async function startServer(
  config: Config,
  role: ProcessRole,
  overrides: ContextOverrides & { drainMs?: number } = {},
): Promise<RunningServer> {
  const ctx = await createContext(config, overrides)
  // A worker does not speak, so it may have no models; the voices are those of the processes that do.
  if (role !== 'worker') await syncCatalogue(ctx)
  const heartbeat = await startHeartbeat(ctx.db, { id: ctx.processId, role }, ctx.logger)
  const worker = role === 'api' ? null : await startWorker(ctx)
  const app = role === 'worker' ? null : await createApp(ctx)
  // Beside the API and not in the worker: the folder is on this machine.
  const sweeper = app && startLoop({ ...sweep, logger: ctx.logger, work: () => sweepChecks(ctx) })
  await app?.listen({ port: config.port, host: config.host })
  const stopping = new AbortController()
  const hearing =
    role !== 'worker' && config.speech.hearVoicesAtStart
      ? hearCatalogue(ctx, stopping.signal)
      : Promise.resolve()
  const port = app ? (app.server.address() as AddressInfo).port : null
  ctx.logger.info({ role, port, processId: ctx.processId }, 'ready')
  return {
    ctx,
    port,
    async stop() {
      stopping.abort()
      if (app) await closeWithin(app, overrides.drainMs ?? drainMs)
      await sweeper?.stop()
      await worker?.stop()
      await hearing
      await heartbeat.stop()
      await ctx.close()
    },
  }
}

async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), ms)
  await app.close()
  clearTimeout(timer)
}
