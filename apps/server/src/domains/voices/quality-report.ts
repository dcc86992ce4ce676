import type { VoiceQualityReport } from '@viva-voce/contract'
import { assessVoice, type RecordingQuality, SPEAKER_MODEL_VERSION } from '@viva-voce/forensics'
import type { Context } from '../../context.ts'
import type { SampleRow } from './sample-store.ts'
import { anotherTalentsVoice, differentSpeakers } from './speaker-checks.ts'
import { speakerIn } from './speaker-store.ts'

/** The recordings' reports put together; who speaks is told of all of them. */
export async function qualityOf(
  ctx: Context,
  talentId: string,
  samples: readonly SampleRow[],
): Promise<VoiceQualityReport> {
  const voice = assessVoice(
    samples.map(({ file_name, quality }) => ({
      file: file_name,
      quality: quality as unknown as RecordingQuality,
    })),
  )
  const heard = samples.flatMap((sample) => {
    const speaker = speakerIn(sample, SPEAKER_MODEL_VERSION)
    return speaker ? [{ name: sample.file_name, speaker }] : []
  })
  const warning = (code: string) => (message: string) => ({ code, file: null, message })
  const problems = [
    ...voice.problems,
    ...differentSpeakers(heard).map(warning('several_speakers')),
    ...(await anotherTalentsVoice(ctx, talentId, heard)).map(warning('another_voice')),
  ]
  const { seconds, speechSeconds } = voice
  return { passed: problems.length === 0, seconds, speech_seconds: speechSeconds, problems }
}
