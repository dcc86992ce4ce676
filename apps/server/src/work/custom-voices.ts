import { MessageChannel } from 'node:worker_threads'
import type { ObjectStore } from '../kit/object-store.ts'
import type { ConvertedVoice, CustomVoiceLine, FromModelStore } from './custom-protocol.ts'

/**
 * What a task needs to speak with a converted voice, until `close`. Threads keep the models that they have used and
 * ask for others through the port, so a model crosses the event loop once for each thread.
 */
export function openCustomVoice(
  objects: ObjectStore,
  voice: ConvertedVoice,
): { line: CustomVoiceLine; close(): void } {
  const { port1: ours, port2: theirs } = new MessageChannel()
  const tell = (answer: FromModelStore) => ours.postMessage(answer)
  ours.on('message', () => {
    objects.get(voice.modelKey).then(
      (model) => tell({ model }),
      (error: Error) => tell({ problem: error.message }),
    )
  })
  return { line: { ...voice, port: theirs }, close: () => ours.close() }
}
