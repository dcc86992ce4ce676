/** What runs in the threads of the speech pool. Takes and returns plain data only. */
import { workerData } from 'node:worker_threads'
import {
  concatenate,
  decodeWav,
  durationSeconds,
  encodeWav,
  type Pcm,
  type WavInfo,
} from '@viva-voce/audio'
import { scanSynthesis } from '@viva-voce/forensics'
import { findCatalogueVoice, type SpeakRequest, SpeechError, speak } from '@viva-voce/speech'
import { detect, embed, WatermarkError } from '@viva-voce/watermark'
import type { SpokenResult, SpokenTask, StoredResult, StoredTask } from './speech-work.ts'

const key = (workerData as { watermarkKey: Uint8Array }).watermarkKey

/** Speaks a text, marks it and writes the file. Refusals come back as data: error classes do not cross threads. */
export async function speakAndMark(task: SpokenTask): Promise<SpokenResult> {
  try {
    const startedMs = performance.now()
    const voice = findCatalogueVoice(task.voiceId)
    if (!voice) return { refusal: 'engine_failed', message: `no engine speaks ${task.voiceId}` }
    const { text, speed } = task
    const pcm = await speakWithin(task.maxSeconds, {
      engine: voice.engine,
      voice: voice.engineVoice,
      text,
      speed,
    })
    if (!pcm) return { refusal: 'too_long', message: `over ${task.maxSeconds} s of speech` }
    const spokenMs = performance.now()
    const marked = embed(pcm, { payload: task.payload, key, keyVersion: task.keyVersion })
    const markedMs = performance.now()
    const wav = encodeWav(marked.pcm, {
      info: task.info satisfies WavInfo,
      digitalSourceType: voice.digitalSourceType,
    })
    return {
      wav,
      sampleCount: marked.pcm.samples.length,
      sampleRateHz: marked.pcm.sampleRateHz,
      timings: {
        engineMs: spokenMs - startedMs,
        watermarkMs: markedMs - spokenMs,
        encodeMs: performance.now() - markedMs,
      },
    }
  } catch (error) {
    if (error instanceof SpeechError) return { refusal: error.code, message: error.message }
    if (error instanceof WatermarkError) return { refusal: error.code, message: error.message }
    throw error
  }
}

/** A few characters can be long aloud ("½½½…"), so the length is bounded and not only the text; null beyond it. */
async function speakWithin(maxSeconds: number, request: SpeakRequest): Promise<Pcm | null> {
  const chunks: Pcm[] = []
  let seconds = 0
  for await (const chunk of speak(request)) {
    chunks.push(chunk)
    seconds += durationSeconds(chunk)
    if (seconds > maxSeconds) return null
  }
  return concatenate(chunks)
}

/** Reads a stored file back: the mark, and the signals of the scan. A file that is no audio fails both. */
export function checkStored(task: StoredTask): StoredResult {
  let decoded: ReturnType<typeof decodeWav>
  try {
    decoded = decodeWav(task.wav)
  } catch (error) {
    const explanation = `the stored file cannot be read: ${(error as Error).message}`
    return {
      watermark: { payload: null, score: 0, explanation },
      scan: { passed: false, signals: [] },
    }
  }
  const { pcm } = decoded
  const found = detect(pcm, { keys: [{ key, keyVersion: task.keyVersion }] })
  return {
    watermark: { payload: found.payload, score: found.score, explanation: found.verdict },
    scan: scanSynthesis(pcm, { seconds: task.seconds }),
  }
}
