import fc from 'fast-check'
import { auditLedger } from '../../src/domains/audit/audit.ts'
import { cardCommands } from './card-commands.ts'
import type { Command, Tally } from './command.ts'
import { compare } from './compare.ts'
import { monthEndCommands } from './month-end-commands.ts'
import { saleCommands } from './sale-commands.ts'
import type { State } from './state.ts'
import { type EmptyDatabase, openWorld, type World } from './world.ts'

const kinds = [...saleCommands, ...cardCommands, ...monthEndCommands]
/** Most commands of a run, which begins with nothing: long enough for months of sales, payouts and papers. */
const longestRun = 1_200
/** A failure is made smaller for this long, unless told otherwise. */
const longestShrinkMs = 60_000

export interface RandomRuns {
  /** Runs follow each other until so many commands have been carried out. */
  commands: number
  seed: number
  openDatabase(): Promise<EmptyDatabase>
  /** Spoils the product or the model, to show that it is found. */
  plant?(model: State, real: World): Promise<void>
  /** What a failure has printed; then only that run is made. */
  replay?: { path: string; replayPath?: string }
  runLength?: number
  shrinkMs?: number
  /** What an earlier call with this seed has done; it is gone on with. */
  done?: RandomRunsDone
  onProgress?(done: RandomRunsDone): void
}

/** What was carried out, by command and outcome. */
export interface RandomRunsDone {
  runs: number
  executed: number
  tally: Tally
}

/**
 * Carries out random commands on the product and on the model, compares all money after each, and audits the books at
 * the end of each run. Throws what fast-check says of the smallest failure that it found: seed, path, commands.
 */
export async function randomRuns(options: RandomRuns): Promise<RandomRunsDone> {
  const tally: Tally = new Map(options.done?.tally)
  const executed = () => tally.values().reduce((sum, count) => sum + count, 0)
  let runs = options.done?.runs ?? 0
  const done = () => ({ runs, executed: executed(), tally })
  do {
    await oneRun(options, options.seed + runs, tally)
    runs++
    options.onProgress?.(done())
  } while (executed() < options.commands && !options.replay)
  return done()
}

async function oneRun(options: RandomRuns, seed: number, tally: Tally): Promise<void> {
  const drawn = fc.oneof(
    ...kinds.map(({ weight, arbitrary }) => ({ weight, arbitrary: arbitrary(tally) })),
  )
  const { path, replayPath } = options.replay ?? {}
  const length = { maxCommands: options.runLength ?? longestRun, size: 'max' as const }
  const commands = fc.commands([drawn], {
    ...length,
    ...(replayPath !== undefined && { replayPath }),
  })
  const shrinkMs = options.shrinkMs ?? longestShrinkMs
  let failedAtMs: number | null = null
  let passedReplay = false
  const property = fc.asyncProperty(fc.noBias(commands), async (drawnCommands) => {
    // fast-check goes on from a path with all that it would have tried after it: once the replay passes, that is all.
    if (passedReplay) return
    if (failedAtMs !== null && performance.now() - failedAtMs > shrinkMs) return
    try {
      await play(options, drawnCommands)
      passedReplay = path !== undefined && failedAtMs === null
    } catch (error) {
      failedAtMs ??= performance.now()
      throw error
    }
  })
  const once = { seed, numRuns: 1, includeErrorInReport: true }
  await fc.assert(property, { ...once, ...(path !== undefined && { path }) })
}

async function play(
  { openDatabase, plant }: RandomRuns,
  commands: Iterable<Command>,
): Promise<void> {
  const both = await openWorld(await openDatabase())
  const { model, real } = both
  try {
    await plant?.(model, real)
    await compare(model, real)
    await fc.asyncModelRun(() => both, commands)
    const { findings } = await auditLedger(real.ctx)
    if (findings.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(findings)}`)
  } finally {
    await real.close()
  }
}
