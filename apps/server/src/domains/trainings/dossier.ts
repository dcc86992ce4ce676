import type { ConsentEntry, VoiceDossier } from '@viva-voce/contract'
import type { Nearness } from '@viva-voce/speech'
import type { TrainingOutcome } from '../../work/training-protocol.ts'
import type { TrainableVoice } from '../voices/training-facts.ts'
import type { TrainingRow } from './training-store.ts'

/** The method behind every custom voice, with its papers in packages/speech/src/conversion. */
const conversion =
  'joint-density Gaussian mixture with global variance (Toda, Black, Tokuda 2007) and exemplars, mel-cepstral vocoder'

/** Puts together what is kept of a training that came to its end. */
export function dossierOf(facts: {
  training: TrainingRow
  voice: TrainableVoice
  outcome: TrainingOutcome
  model: VoiceDossier['model']
  consent: ConsentEntry
  endedAt: Date
}): VoiceDossier {
  const { training, voice, outcome, model, consent, endedAt } = facts
  const { report } = outcome
  return {
    voice_id: training.voice_id,
    talent_id: voice.facts.talentId,
    task_id: training.id,
    outcome: model ? 'ready' : 'failed',
    advice: outcome.advice,
    consent: {
      version: consent.consent_version,
      sequence: consent.sequence,
      hash: consent.hash,
      at: new Date(consent.ts_ms).toISOString(),
    },
    recordings: voice.samples.map((sample, index) => ({
      file_name: sample.file_name,
      sha256: sample.sha256.toString('hex'),
      seconds: sample.seconds,
      speech_seconds: voice.facts.recordings[index]!.quality.speechSeconds,
      ...outcome.uses[index]!,
    })),
    engine: { name: 'custom', base: outcome.base, conversion },
    parameters: {
      locale: voice.facts.locale,
      with_script: outcome.parallel,
      seed: outcome.seed,
    },
    similarity: {
      before: nearnessOf(report.before),
      after: nearnessOf(report.after),
      recordings: report.recordings,
      seconds_used: report.secondsUsed,
    },
    model,
    stages: training.stages as VoiceDossier['stages'],
    queued_at: training.created_at.toISOString(),
    started_at: training.started_at!.toISOString(),
    ended_at: endedAt.toISOString(),
  }
}

function nearnessOf(nearness: Nearness): VoiceDossier['similarity']['before'] {
  const { mcdDb, contourSemitones, pitchSemitones, ratioToBase, ratioToOthers } = nearness
  return {
    ...(mcdDb !== undefined && { mcd_db: finite(mcdDb) }),
    ...(contourSemitones !== undefined && { contour_semitones: finite(contourSemitones) }),
    pitch_semitones: finite(pitchSemitones),
    ratio_to_base: finite(ratioToBase),
    ratio_to_others: finite(ratioToOthers),
  }
}

function finite(figure: number): number | null {
  return Number.isFinite(figure) ? figure : null
}
