import type { RecordingFault, RecordingQuality } from './recording.ts'
import { GOOD_SPEECH_SECONDS, LEAST_SPEECH_SECONDS } from './recording-thresholds.ts'
import { shown } from './signal.ts'

/** One reason why a voice may not come out well. */
export interface VoiceProblem {
  code: RecordingFault | 'too_little_speech'
  /** The recording that it is about; null for all of them together. */
  file: string | null
  message: string
}

/** What a voice's recordings are like together. */
export interface VoiceQuality {
  /** True when there is no problem. */
  passed: boolean
  seconds: number
  speechSeconds: number
  problems: VoiceProblem[]
}

/** Puts the reports of a voice's recordings together; only speech of sound recordings counts. */
export function assessVoice(
  recordings: readonly { file: string; quality: RecordingQuality }[],
): VoiceQuality {
  const sum = (of: (quality: RecordingQuality) => number) =>
    recordings.reduce((total, { quality }) => total + of(quality), 0)
  const speechSeconds = sum((quality) => (quality.watermark.found ? 0 : quality.speechSeconds))
  const problems: VoiceProblem[] = recordings.flatMap(({ file, quality }) =>
    quality.problems.map((problem) => ({ ...problem, file })),
  )
  if (speechSeconds < LEAST_SPEECH_SECONDS) {
    const message = `There are ${shown(speechSeconds)} seconds of speech in all; training needs ${LEAST_SPEECH_SECONDS}, and ${GOOD_SPEECH_SECONDS} or more make a better voice.`
    problems.push({ code: 'too_little_speech', file: null, message })
  }
  const passed = problems.length === 0
  return { passed, seconds: sum(({ seconds }) => seconds), speechSeconds, problems }
}
