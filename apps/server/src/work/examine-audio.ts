import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { AudioError, type OpenedAudio, openAudio } from '@viva-voce/audio'
import type {
  AskRegistry,
  Examined,
  ExaminedResult,
  ExaminerTask,
  FromExaminer,
  ToExaminer,
} from './detection-protocol.ts'
import { readTags } from './file-tags.ts'
import { MarkLedger } from './mark-ledger.ts'
import { Outline } from './outline.ts'
import { readStretch } from './read-stretch.ts'
import { watermarkKey } from './watermark-key.ts'

const sampleRateHz = 16_000
/** New audio in each stretch: what the watermark's reader takes at once. */
const blockSeconds = 20
/** Repeated from the stretch before, so that a short clip is whole in one of two. */
const overlapSeconds = 4
/** Under this peak, about −66 dBFS, there is nothing to read. */
const silentPeak = 5e-4

/**
 * Looks for our marks in a file, stretch by stretch; through the port it says how far it is, and asks the
 * registry. Never more than a stretch of the file is in memory. What is wrong with the file comes back as data.
 */
export async function examineAudio(task: ExaminerTask): Promise<ExaminedResult> {
  const { path, maxSeconds, timeoutMs, port } = task
  try {
    const tags = await readTags(path)
    const opened = await openAudio(path, { sampleRateHz, blockSeconds, maxSeconds, timeoutMs })
    return { ...(await examine(opened, task)), tags }
  } catch (error) {
    if (error instanceof AudioError) return { refusal: error.code, message: error.message }
    throw error
  } finally {
    port.close()
  }
}

async function examine(opened: OpenedAudio, task: ExaminerTask): Promise<Omit<Examined, 'tags'>> {
  const { containerSeconds = task.maxSeconds, container, codec, channels } = opened
  const keys = task.keyVersions.map((keyVersion) => ({ key: watermarkKey, keyVersion }))
  const outline = new Outline(sampleRateHz)
  const ledger = new MarkLedger()
  const ask = askThrough(task.port)
  let tail = new Float32Array(0)
  for await (const block of opened.blocks()) {
    const startSeconds = outline.seconds - tail.length / sampleRateHz
    outline.add(block)
    const samples = joined(tail, block)
    if (hasSound(samples)) {
      ledger.add(await readStretch({ samples, sampleRateHz }, keys, ask), startSeconds)
    }
    tail = samples.slice(-overlapSeconds * sampleRateHz)
    tell(task.port, { progress: Math.min(1, outline.seconds / containerSeconds) })
  }
  const { seconds, soundSeconds } = outline
  return {
    ...{ container, codec, channels, sampleRateHz: opened.sampleRateHz, seconds, soundSeconds },
    damaged: seconds < (opened.containerSeconds ?? 0) - 1,
    peaks: outline.peaks(),
    ...ledger.result(),
  }
}

function joined(tail: Float32Array, block: Float32Array): Float32Array {
  const samples = new Float32Array(tail.length + block.length)
  samples.set(tail)
  samples.set(block, tail.length)
  return samples
}

function hasSound(samples: Float32Array): boolean {
  return samples.some((sample) => Math.abs(sample) > silentPeak)
}

function askThrough(port: MessagePort): AskRegistry {
  return async (probes) => {
    const answered = once(port, 'message') as Promise<[ToExaminer]>
    tell(port, { probes })
    const [{ suspects }] = await answered
    return suspects
  }
}

function tell(port: MessagePort, message: FromExaminer): void {
  port.postMessage(message)
}
