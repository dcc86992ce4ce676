import type { Context } from '../../context.ts'
import { raiseProgress } from './voice-store.ts'

/** Writes a training's progress to the voice, each whole percent once, in order. */
export function progressOfTraining(ctx: Context, voiceId: string) {
  let highest = 0
  let writing: Promise<void> = Promise.resolve()
  return {
    /** 0..100; a smaller one than before changes nothing. */
    raise(percent: number): void {
      const whole = Math.min(99, Math.floor(percent))
      if (whole <= highest) return
      highest = whole
      writing = writing
        .then(() => raiseProgress(ctx.db, voiceId, whole))
        .catch((error) => ctx.logger.warn({ err: error, voiceId }, 'progress was not written'))
    },
    /** Resolves when all of it is. */
    written: () => writing,
  }
}
