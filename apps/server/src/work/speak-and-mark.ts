import { durationSeconds, encodeAudio, limitPeaks, type Pcm, peakLimitDbtp } from '@viva-voce/audio'
import { embed } from '@viva-voce/watermark'
import { asRefusal } from './as-refusal.ts'
import { readsBack } from './check-stored.ts'
import { findVoice } from './find-voice.ts'
import { speakWithin } from './spoken.ts'
import type { SpokenResult, SpokenTask } from './tasks.ts'
import { watermarkKey } from './watermark-key.ts'

/** A lossy file of a shorter clip is read back before it is sold; a longer one has room enough. */
const readBackSeconds = 3

/** Speaks a text, marks it and writes the file. Refusals come back as data. */
export async function speakAndMark(task: SpokenTask): Promise<SpokenResult> {
  try {
    return await make(task)
  } catch (error) {
    return asRefusal(error)
  }
}

async function make(task: SpokenTask): Promise<SpokenResult> {
  const startedMs = performance.now()
  const voice = await findVoice(task)
  const spoken = await speakWithin(task, voice)
  if (!spoken) return { refusal: 'too_long', message: `over ${task.maxSeconds} s of speech` }
  const spokenMs = performance.now()
  const { payload, keyVersion } = task
  const marked = embed(spoken.pcm, { payload, key: watermarkKey, keyVersion })
  const pcm = limitPeaks(marked.pcm, peakLimitDbtp)
  const markedMs = performance.now()
  const file = await encodeAudio(pcm, {
    format: task.format,
    metadata: task.info,
    digitalSourceType: voice.digitalSourceType,
  })
  if (mustReadBack(task, pcm) && !(await readsBack(file.bytes, task))) {
    return { refusal: 'too_short_or_quiet', message: `the mark does not survive ${task.format}` }
  }
  return {
    audio: file.bytes,
    contentType: file.contentType,
    marks: spoken.marks,
    sampleCount: pcm.samples.length,
    sampleRateHz: pcm.sampleRateHz,
    digitalSourceType: voice.digitalSourceType,
    timings: {
      engineMs: spokenMs - startedMs,
      watermarkMs: markedMs - spokenMs,
      encodeMs: performance.now() - markedMs,
    },
  }
}

function mustReadBack(task: SpokenTask, pcm: Pcm): boolean {
  const lossy = !['wav', 'pcm', 'flac'].includes(task.format)
  return lossy && durationSeconds(pcm) < readBackSeconds
}
