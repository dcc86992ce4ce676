import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../apps/server/src/kit/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/kit/migrate.ts'
import {
  type RandomRuns,
  type RandomRunsDone,
  randomRuns,
} from '../../apps/server/tests/model/run.ts'
import type { EmptyDatabase } from '../../apps/server/tests/model/world.ts'
import { report, round } from '../lib/report.ts'

const template = 'viva_voce_template'

/** How far a bench is that was broken off, for `--resume`. */
const progressFile = join(import.meta.dirname, '../out/ledger-commands-progress.json')

interface Progress extends Omit<RandomRunsDone, 'tally'> {
  seed: number
  tally: [told: string, count: number][]
  seconds: number
}

/**
 * Carries out random commands on the product and its model, and says how fast; a difference ends it with what to repeat.
 * With `resume` it goes on where the call before was broken off, with that one's seed.
 */
export async function checkCommands(
  options: Pick<RandomRuns, 'commands' | 'seed' | 'replay'> & { resume: boolean },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'viva-voce-bench-commands-'))
  // What a crash would lose here is a run that is repeated from its seed.
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    durable: false,
  })
  const admin = new pg.Client({ connectionString: postgres.url('postgres') })
  await admin.connect()
  try {
    await admin.query(`create database ${template}`)
    await migrate(postgres.url(template))
    const openDatabase = async (): Promise<EmptyDatabase> => {
      const name = `viva_voce_${randomBytes(6).toString('hex')}`
      await admin.query(`create database ${name} template ${template}`)
      const url = postgres.url(name)
      const dataDir = join(folder, name)
      mkdirSync(dataDir)
      return {
        url,
        environment: {
          ...{ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', SPEECH_THREADS: '1' },
          SECRET_KEY: 'a secret of the bench, long enough to be taken',
        },
        async drop() {
          await admin.query(`drop database ${name} with (force)`)
          rmSync(dataDir, { recursive: true })
        },
      }
    }
    const earlier = options.resume ? readProgress() : null
    await measure({ ...options, openDatabase }, earlier)
  } finally {
    await admin.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function readProgress(): Progress {
  if (!existsSync(progressFile)) throw new Error('there is nothing to resume')
  return JSON.parse(readFileSync(progressFile, 'utf8')) as Progress
}

async function measure(options: RandomRuns, earlier: Progress | null): Promise<void> {
  const seed = earlier?.seed ?? options.seed
  console.log(`seed ${seed}`)
  const startedMs = performance.now() - 1000 * (earlier?.seconds ?? 0)
  const seconds = () => (performance.now() - startedMs) / 1000
  let toldAt = 0
  const done = await randomRuns({
    ...options,
    seed,
    ...(earlier && { done: { ...earlier, tally: new Map(earlier.tally) } }),
    onProgress({ runs, executed, tally }) {
      const progress: Progress = { seed, runs, executed, tally: [...tally], seconds: seconds() }
      mkdirSync(dirname(progressFile), { recursive: true })
      writeFileSync(progressFile, JSON.stringify(progress))
      if (executed < toldAt) return
      toldAt = executed + 10_000
      console.log(`${executed} commands in ${round(seconds())} s`)
    },
  })
  rmSync(progressFile, { force: true })
  const perSecond = done.executed / seconds()
  const figures = {
    commands: done.executed,
    runs: done.runs,
    seconds: round(seconds()),
    commands_per_second: round(perSecond),
    hours_for_a_million: round(1_000_000 / perSecond / 3600, 2),
    seed,
  }
  const outcomes = [...done.tally].toSorted().map(([told, count]) => {
    const [command, outcome] = told.split(': ')
    return { command, outcome, count }
  })
  report('ledger-commands', { 'Random commands beside the model': [figures], outcomes })
}
