import { AudioError, decodeAudio, type Pcm, resample } from '@viva-voce/audio'
import { embedSpeaker, scanSynthesis } from '@viva-voce/forensics'
import { detect } from '@viva-voce/watermark'
import { heardRateHz } from './hear-voice.ts'
import type { StoredResult, StoredSpeech, StoredTask } from './tasks.ts'
import { watermarkKey } from './watermark-key.ts'

/** A stored synthesis is at most a quarter of an hour; these bound a file that was put in its place. */
const bounds = {
  sampleRateHz: 24_000,
  maxSeconds: 30 * 60,
  maxBytes: 256 * 1024 * 1024,
  timeoutMs: 120_000,
}
const mostHeardSeconds = 30
/** Raw samples (format pcm) have no header that says their rate. */
const rawSampleRateHz = bounds.sampleRateHz

/**
 * An MP3 is whole frames of 1,152 samples behind the encoder's delay. One that was streamed began before its length was
 * known, so no header says what to take off: up to two frames.
 */
const mp3PaddingSeconds = (2 * 1_152) / bounds.sampleRateHz

/** Reads a stored file back: the mark, and the signals of the scan. A file that is no audio fails both. */
export async function checkStored(
  task: StoredTask & { keepsSpeech?: boolean },
): Promise<StoredResult & { speech?: StoredSpeech }> {
  const pcm = await read(task)
  if (typeof pcm === 'string') {
    return {
      watermark: { payload: null, score: 0, explanation: pcm },
      scan: { passed: false, signals: [] },
    }
  }
  const found = detect(pcm, { keys: [{ key: watermarkKey, keyVersion: task.keyVersion }] })
  const { seconds, askedPauseSeconds } = task
  // Another model judges the voice where the speech is wanted.
  const voice = task.keepsSpeech ? null : task.voice
  return {
    ...(task.keepsSpeech && { speech: speechOf(pcm) }),
    watermark: { payload: found.payload, score: found.score, explanation: found.verdict },
    scan: scanSynthesis(pcm, {
      seconds,
      askedPauseSeconds,
      voice,
      paddingSeconds: task.format === 'mp3' ? mp3PaddingSeconds : 0,
    }),
  }
}

function speechOf({ samples, sampleRateHz }: Pcm): StoredSpeech {
  const beginning = {
    samples: samples.slice(0, mostHeardSeconds * sampleRateHz),
    sampleRateHz,
  }
  const { seconds } = embedSpeaker(beginning)
  return { pcm: resample(beginning, heardRateHz), seconds }
}

/** True when a file gives the payload that was embedded. */
export async function readsBack(
  audio: Uint8Array,
  expected: { payload: number; keyVersion: number; format: string },
): Promise<boolean> {
  const pcm = await read({ audio, format: expected.format })
  if (typeof pcm === 'string') return false
  const found = detect(pcm, { keys: [{ key: watermarkKey, keyVersion: expected.keyVersion }] })
  return found.payload === expected.payload
}

/** The samples, or what is wrong with the file. A missing decoder is nobody's forgery, so it is thrown. */
async function read(file: { audio: Uint8Array; format: string }): Promise<Pcm | string> {
  if (file.format === 'pcm') return rawPcm(file.audio)
  try {
    return (await decodeAudio(file.audio, bounds)).pcm
  } catch (error) {
    if (!(error instanceof AudioError) || error.code === 'decoder_missing') throw error
    return `the stored file cannot be read: ${error.message}`
  }
}

function rawPcm(bytes: Uint8Array): Pcm {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = new Float32Array(Math.floor(bytes.length / 2))
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(2 * i, true) / 32_768
  return { samples, sampleRateHz: rawSampleRateHz }
}

export { read as readStored }
