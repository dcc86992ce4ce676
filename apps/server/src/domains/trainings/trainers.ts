import { fileURLToPath } from 'node:url'
import type { Context } from '../../context.ts'
import { startLoop } from '../../kit/loop.ts'
import { createTrainingWork } from '../../work/training-work.ts'
import { sweepCheckpoints } from './checkpoints.ts'
import { trainWaiting } from './run-training.ts'

/** How long a training may wait for somebody to look. */
const pauseMs = 500

/**
 * Starts as many trainings at a time as the configuration says. `stop` ends what runs and puts it back, so that
 * another process goes on with it at once.
 */
export function startTrainers(ctx: Context): { stop(): Promise<void> } {
  const count = ctx.config.trainingsAtOnce
  if (count === 0) return { stop: async () => {} }
  const work = createTrainingWork({
    filename: fileURLToPath(import.meta.resolve('../../work/training-tasks.ts')),
    threads: count,
  })
  const stopping = new AbortController()
  const loops = Array.from({ length: count }, () =>
    startLoop({
      name: 'train',
      pauseMs,
      logger: ctx.logger,
      work: async () => {
        await trainWaiting(ctx, work, stopping.signal)
        await sweepCheckpoints(ctx)
      },
    }),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
      await work.close()
    },
  }
}
