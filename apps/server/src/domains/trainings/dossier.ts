import { createHash } from 'node:crypto'
import type { ConsentEntry, VoiceDossier } from '@viva-voce/contract'
import type { CloningVoice, Nearness } from '@viva-voce/speech'
import type { CloningOutcome, TrainingOutcome } from '../../work/training-protocol.ts'
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
  cloner: CloningVoice | null
  consent: ConsentEntry
  endedAt: Date
}): VoiceDossier {
  const { training, voice, outcome, cloner, consent, endedAt } = facts
  const { report, cloning } = outcome
  const model = outcome.advice.length === 0 ? fileOf(outcome.model) : null
  const isCloned = cloning !== null && spokeAsTalent(cloning)
  return {
    voice_id: training.voice_id,
    talent_id: voice.facts.talentId,
    task_id: training.id,
    outcome: model || isCloned ? 'ready' : 'failed',
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
    engine: {
      name: 'custom',
      base: outcome.base,
      conversion,
      speaks_by: isCloned ? 'cloning' : 'conversion',
    },
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
    cloning: cloner && cloning && cloningOf(cloner, cloning, voice),
    model,
    stages: training.stages as VoiceDossier['stages'],
    queued_at: training.created_at.toISOString(),
    started_at: training.started_at!.toISOString(),
    ended_at: endedAt.toISOString(),
  }
}

/** Whether a clone came out as the talent's voice. */
export function spokeAsTalent(
  cloning: CloningOutcome,
): cloning is Exclude<CloningOutcome, { problem: string }> {
  return 'report' in cloning && cloning.advice.length === 0
}

function cloningOf(
  { modelId, madeBy }: CloningVoice,
  cloning: CloningOutcome,
  { samples }: TrainableVoice,
): VoiceDossier['cloning'] {
  const model = { model: modelId, made_by: madeBy }
  if ('problem' in cloning) {
    return { ...model, reasons: [cloning.problem], reference: null, similarity: null }
  }
  const { reference, report, wav, advice } = cloning
  return {
    ...model,
    reasons: advice,
    reference: {
      file_names: reference.indexes.map((index) => samples[index]!.file_name),
      seconds: reference.seconds,
      ...fileOf(wav),
    },
    similarity: nearnessOf(report.after),
  }
}

function fileOf(bytes: Uint8Array): { sha256: string; bytes: number } {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length }
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
