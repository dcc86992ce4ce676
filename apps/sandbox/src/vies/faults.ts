import { z } from 'zod'

/** How VIES misbehaves; `answers` counts down when it is given, and then all is well again. */
export const viesFault = z.strictObject({
  mode: z.enum([
    ...(['none', 'ms_unavailable', 'user_error', 'throttled', 'server_error'] as const),
    ...(['html', 'silent', 'hang_up'] as const),
  ]),
  answers: z.int().min(1).max(1_000).optional(),
})
export type ViesFault = z.infer<typeof viesFault>

/** The fault switch of the played VIES. */
export class ViesFaults {
  #fault: ViesFault = { mode: 'none' }

  get state(): ViesFault {
    return this.#fault
  }

  set(fault: ViesFault): void {
    this.#fault = fault
  }

  /** The fault of the next answer. */
  next(): ViesFault['mode'] {
    const { mode, answers } = this.#fault
    if (answers !== undefined) {
      this.#fault = answers > 1 ? { mode, answers: answers - 1 } : { mode: 'none' }
    }
    return mode
  }
}
