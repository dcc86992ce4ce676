import { parentPort } from 'node:worker_threads'
import { isWorkerThread } from 'piscina'

/** What a pool's thread says once its modules are loaded. */
export const loadedMessage = 'viva-voce:loaded'

/**
 * To be called at the end of a pool's file. Node 24 ends the whole process when a thread is ended while it loads
 * (V8: `Check failed: (location_) != nullptr`), so the pool waits for this before it ends one.
 */
export function announceLoaded(): void {
  if (isWorkerThread) parentPort?.postMessage(loadedMessage)
}
