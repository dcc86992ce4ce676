import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { soundOrThrow, translate } from './refusals.ts'
import type {
  FromStream,
  SpeechOrder,
  SpeechStream,
  Streamed,
  StreamedEnd,
  ToStream,
} from './tasks.ts'

/** Runs a function of speech-tasks.ts in a thread that suits the task's voice. */
export type RunInThread = (
  name: string,
  task: Pick<SpeechOrder, 'tenant' | 'voiceId' | 'custom'>,
  options: { signal: AbortSignal; ports?: MessagePort[] },
) => Promise<unknown>

/** Starts a stream in a thread. One chunk is under way at a time, so a slow reader slows the speaker. */
export function openStream(run: RunInThread, task: SpeechOrder, signal: AbortSignal): SpeechStream {
  const { port1: ours, port2: theirs } = new MessageChannel()
  const tell = (message: ToStream) => ours.postMessage(message)
  const arrived: Uint8Array[] = []
  let ended = false
  let end: Streamed | null = null
  let wake = () => {}
  ours.on('message', ({ bytes }: FromStream) => {
    arrived.push(bytes)
    wake()
  })
  const streamTask = { ...task, port: theirs }
  const work = run('streamMarked', streamTask, { signal, ports: [theirs] })
    .catch(translate)
    .finally(() => {
      ended = true
      ours.close()
      wake()
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
            await new Promise<void>((resolve) => {
              wake = resolve
            })
        }
        end = soundOrThrow((await work) as StreamedEnd)
      },
    },
  }
}
