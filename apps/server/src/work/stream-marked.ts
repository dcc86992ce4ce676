import { once } from 'node:events'
import {
  concatenate,
  createEncoderStream,
  createMaster,
  durationSeconds,
  limitPeaks,
  masterTarget,
  type Pcm,
  peakLimitDbtp,
} from '@viva-voce/audio'
import { embed, WatermarkError } from '@viva-voce/watermark'
import { asRefusal } from './as-refusal.ts'
import { findVoice, type SpeakingVoice } from './find-voice.ts'
import { speakAsSent } from './spoken.ts'
import type { FromStream, Mark, SpokenTask, StreamedEnd, StreamTask, ToStream } from './tasks.ts'
import { watermarkKey } from './watermark-key.ts'

/** A piece carries the mark by itself, so that a part of the stream can be told too; shorter ones are joined. */
const leastPieceSeconds = 1.2

/**
 * Speaks a text and sends the file through the port as it is made, a chunk whenever one is asked for.
 * After `stop` no further sentence is spoken, and what was spoken is brought to a proper end.
 */
export async function streamMarked(task: StreamTask): Promise<StreamedEnd> {
  const { port } = task
  try {
    const voice = await findVoice(task)
    const stopping = new AbortController()
    port.on('message', (message: ToStream) => {
      if (message === 'stop') stopping.abort()
    })
    const made: Made = { sampleCount: 0, marks: [], firstPieceMs: 0 }
    const encoder = createEncoderStream({
      format: task.format,
      metadata: task.info,
      digitalSourceType: voice.digitalSourceType,
    })
    let head: Uint8Array[] = []
    for await (const bytes of encoder.encode(pieces(task, voice, made, stopping.signal))) {
      // A header alone is no success yet: the engine may still refuse the text.
      head.push(bytes)
      if (made.sampleCount === 0) continue
      port.postMessage({ bytes: Buffer.concat(head) } satisfies FromStream)
      head = []
      if (!stopping.signal.aborted) await once(port, 'message')
    }
    const { contentType } = encoder
    return { contentType, sampleRateHz: 24_000, ...made }
  } catch (error) {
    return asRefusal(error)
  } finally {
    port.close()
  }
}

interface Made {
  sampleCount: number
  marks: Mark[]
  firstPieceMs: number
}

/** Mastered and marked pieces of one sentence or, where sentences are short, of several. */
async function* pieces(
  task: SpokenTask,
  voice: SpeakingVoice,
  made: Made,
  stopping: AbortSignal,
): AsyncGenerator<Pcm> {
  const startedMs = performance.now()
  const master = createMaster(masterTarget)
  let waiting: Pcm[] = []
  for await (const chunk of speakAsSent(task, voice)) {
    waiting.push(master.next(chunk))
    if (chunk.text)
      made.marks.push({ text: chunk.text, start: chunk.startSeconds, end: chunk.endSeconds })
    const seconds = waiting.reduce((sum, pcm) => sum + durationSeconds(pcm), 0)
    if (made.sampleCount / chunk.sampleRateHz + seconds > task.maxSeconds) break
    if (seconds < leastPieceSeconds) continue
    yield marked(concatenate(waiting), task, made)
    made.firstPieceMs ||= performance.now() - startedMs
    waiting = []
    if (stopping.aborted) return
  }
  if (waiting.length > 0) yield marked(concatenate(waiting), task, made)
}

/** A last word that is too short for a mark goes without, behind pieces that carry it. */
function marked(piece: Pcm, { payload, keyVersion }: SpokenTask, made: Made): Pcm {
  const isFirst = made.sampleCount === 0
  made.sampleCount += piece.samples.length
  try {
    const { pcm } = embed(piece, { payload, key: watermarkKey, keyVersion })
    return limitPeaks(pcm, peakLimitDbtp)
  } catch (error) {
    const tooShort = error instanceof WatermarkError && error.code === 'too_short_or_quiet'
    if (tooShort && !isFirst) return piece
    throw error
  }
}
