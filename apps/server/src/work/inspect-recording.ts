import { AudioError, type AudioErrorCode, decodeAudio } from '@viva-voce/audio'
import {
  assessRecording,
  enrolSpeaker,
  type RecordingQuality,
  type SpeakerEmbedding,
} from '@viva-voce/forensics'
import { watermarkKey } from './watermark-key.ts'

/** Wide enough to tell a telephone's band from a microphone's, and the rate that voices are trained at. */
const sampleRateHz = 24_000

/** A talent's recording in a file. */
export interface RecordingTask {
  /** Whose turn it is when tasks must wait. */
  tenant: string
  path: string
  maxSeconds: number
  maxBytes: number
  timeoutMs: number
  keyVersion: number
}

/** How it is stored, and what it is like. */
export interface Recording {
  container: string
  codec: string
  channels: number
  sampleRateHz: number
  seconds: number
  quality: RecordingQuality
  /** Who is heard in it. */
  speaker: SpeakerEmbedding
}

export type RecordingResult = Recording | { refusal: AudioErrorCode; message: string }

/** Decodes a file whole and measures it. What is wrong with the file comes back as data. */
export async function inspectRecording(task: RecordingTask): Promise<RecordingResult> {
  const { path, maxSeconds, maxBytes, timeoutMs } = task
  try {
    const decoded = await decodeAudio(path, { sampleRateHz, maxSeconds, maxBytes, timeoutMs })
    const keys = [{ key: watermarkKey, keyVersion: task.keyVersion }]
    const quality = assessRecording(decoded.pcm, { keys })
    const speaker = enrolSpeaker([decoded.pcm])
    const { container, codec, channels } = decoded
    const { seconds } = quality
    return {
      container,
      codec,
      channels,
      sampleRateHz: decoded.sampleRateHz,
      seconds,
      quality,
      speaker,
    }
  } catch (error) {
    if (error instanceof AudioError) return { refusal: error.code, message: error.message }
    throw error
  }
}
