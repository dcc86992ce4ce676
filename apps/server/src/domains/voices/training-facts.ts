import { type RecordingQuality, SPEAKER_MODEL_VERSION } from '@viva-voce/forensics'
import type { Context } from '../../context.ts'
import { type SampleRow, samplesOf } from './sample-store.ts'
import { speakerIn } from './speaker-store.ts'
import type { TrainingFacts } from './training-gate.ts'
import { findVoice } from './voice-store.ts'

/** A voice's recordings, and what the gate decides its training on. */
export interface TrainableVoice {
  facts: TrainingFacts
  samples: SampleRow[]
}

/** Reads a talent's voice for training. */
export async function trainableVoice(ctx: Context, voiceId: string): Promise<TrainableVoice> {
  const voice = await findVoice(ctx.db, voiceId)
  if (!voice?.talent_id) throw new Error(`${voiceId} is no talent's voice`)
  const samples = await samplesOf(ctx.db, voiceId)
  const recordings = samples.map((sample) => ({
    fileName: sample.file_name,
    quality: sample.quality as unknown as RecordingQuality,
    speaker: speakerIn(sample, SPEAKER_MODEL_VERSION),
  }))
  const { talent_id: talentId, locale, consent } = voice
  return { facts: { voiceId, talentId, locale, consent: consent ?? 'none', recordings }, samples }
}
