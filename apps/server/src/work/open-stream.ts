import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import type { WorkPool } from '../kit/work-pool.ts'
import { soundOrThrow, translate } from './refusals.ts'
import type {
  FromStream,
  SpeechStream,
  SpokenTask,
  Streamed,
  StreamedEnd,
  ToStream,
} from './tasks.ts'

/** Starts a stream in a thread of the pool. One chunk is under way at a time, so a slow reader slows the speaker. */
export function openStream(pool: WorkPool, task: SpokenTask, signal: AbortSignal): SpeechStream {
  const { port1: ours, port2: theirs } = new MessageChannel()
  const tell = (message: ToStream) => ours.postMessage(message)
  const arrived: Uint8Array[] = []
  let ended = false
  let end: Streamed | null = null
  ours.on('message', ({ bytes }: FromStream) => arrived.push(bytes))
  const work = pool
    .run('streamMarked', { ...task, port: theirs }, { tenant: task.tenant, signal, port: theirs })
    .catch(translate)
    .finally(() => {
      ended = true
      ours.close()
    })
  // Whoever reads `chunks` gets the error; without this a stream that nobody reads would crash the process.
  work.catch(() => {})
  return {
    stop: () => tell('stop'),
    end() {
      if (!end) throw new Error('the stream has not ended')
      return end
    },
    chunks: {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          const bytes = arrived.shift()
          if (bytes) {
            yield bytes
            tell('next')
          } else if (ended) break
          else
            await Promise.race([once(ours, 'message'), once(ours, 'close'), work.catch(() => {})])
        }
        end = soundOrThrow((await work) as StreamedEnd)
      },
    },
  }
}
