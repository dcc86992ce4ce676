import { setImmediate as nextTurn } from 'node:timers/promises'
import { SpeechError } from '../error.ts'

/** Lets messages such as an abort come in; then throws SpeechError `cancelled` if the signal is aborted. */
export async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
  await nextTurn()
  if (signal?.aborted) throw new SpeechError('cancelled', 'the conversion was cancelled')
}

/** Runs long work that yields now and then, taking a turn at each; gives what it returns. */
export async function runInTurns<T>(
  work: Generator<unknown, T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (;;) {
    await takeTurn(signal)
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Runs the same work without turns. */
export function runAtOnce<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
