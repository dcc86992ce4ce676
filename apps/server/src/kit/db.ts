import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '../generated/database.ts'
import type { Logger } from './logger.ts'

export type Db = Kysely<DB>
/** An open transaction. Services take it as an argument; only the edge (a request, a job) opens one. */
export type Tx = Transaction<DB>

const int8 = 20
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    // Money is bigint all the way: a JavaScript number would lose micro-euro from 9 billion euro on.
    if (oid === int8) return (value: string) => BigInt(value)
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

/** Opens a pool on `url`; a connection that breaks while idle is logged and replaced, never thrown. */
export function openDb(options: { url: string; connections: number; logger: Logger }): Db {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections,
    types,
    // A request that cannot get a connection says so instead of waiting for ever.
    connectionTimeoutMillis: 10_000,
    application_name: 'viva-voce',
  })
  surviveBrokenConnections(pool, options.logger)
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * The pool listens to its idle connections only. One that breaks in the middle of a transaction fails that
 * transaction; without a listener of its own it would end the process as well.
 */
export function surviveBrokenConnections(pool: pg.Pool, logger: Logger): void {
  const note = (error: Error) => logger.warn({ err: error }, 'a database connection broke')
  pool.on('error', note)
  pool.on('connect', (client) => client.on('error', note))
}

/** Runs `work` in one transaction: commits when it resolves, rolls back when it throws. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}

/** True when a Postgres error says that a unique constraint was hit. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505'
}

/** Resolves when the database answers. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** True when Postgres refused a text for the one character that it cannot hold, U+0000. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '22021'
}
