import { setTimeout as delay } from 'node:timers/promises'

/** Waits until `look` gives something that is not null, asking every `everyMs`; fails with what it waited for. */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T | null>,
  timeoutMs = 20_000,
  everyMs = 20,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms for ${what}`)
    await delay(everyMs)
  }
}
