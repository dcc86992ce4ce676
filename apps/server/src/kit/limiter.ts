import pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { surviveBrokenConnections } from './db.ts'
import type { Logger } from './logger.ts'

/** How much of a limit is left after a call. */
export interface LimitState {
  allowed: boolean
  limit: number
  remaining: number
  resetSeconds: number
  windowSeconds: number
}

/** Counts calls in Postgres, so that all API processes share one count. */
export interface Limiter<Name extends string> {
  consume(name: Name, key: string): Promise<LimitState>
  close(): Promise<void>
}

/** Fixed windows of `windowSeconds` with `points` calls each, by name. */
export function createLimiter<Name extends string>(options: {
  url: string
  limits: Record<Name, { points: number; windowSeconds: number }>
  logger: Logger
}): Limiter<Name> {
  // A pool of its own: pg's default parsers, and no waiting behind long transactions.
  const pool = new pg.Pool({ connectionString: options.url, max: 4, types: withNumbers })
  surviveBrokenConnections(pool, options.logger)
  const limiters = mapValues(options.limits, (limit, name) => build(pool, name, limit))
  return {
    async consume(name, key) {
      const { points, windowSeconds } = options.limits[name]
      const result = await limiters[name].consume(key).catch((refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) return refusal
        throw refusal
      })
      return {
        allowed: result.consumedPoints <= points,
        limit: points,
        remaining: result.remainingPoints,
        resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
        windowSeconds,
      }
    },
    close: () => pool.end(),
  }
}

const int8 = 20
const withNumbers = {
  getTypeParser: (oid: number, format?: 'text') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

function build(pool: pg.Pool, name: string, limit: { points: number; windowSeconds: number }) {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points: limit.points,
    duration: limit.windowSeconds,
  })
}

function mapValues<K extends string, A, B>(record: Record<K, A>, change: (value: A, key: K) => B) {
  const entries = Object.entries(record) as [K, A][]
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value, key)])) as Record<
    K,
    B
  >
}
