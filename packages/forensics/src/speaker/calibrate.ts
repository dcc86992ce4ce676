import type { SpeakerEmbedding } from './embedding.ts'
import type { SpeakerJudge } from './judge.ts'
import { scoreSpeakers } from './score.ts'
import { DISTINCT_SCORE } from './thresholds.ts'

/** Fewer trials than these choose no limit. */
const LEAST_TRIALS = 12
/** A model that errs more often than this on the voices that are here is not used. */
export const MOST_EER = 0.1
/** Share of the way from its worst own score to the middle of the others' that a limit keeps off honest speech. */
const MARGIN = 0.25

/** A voice as two models have heard it. */
export interface CalibrationVoice {
  /** By the model that comes with the package, which says what voices are different at all. */
  known: SpeakerEmbedding
  /** By the model that is calibrated, of vectors of length 1: of a part of its speech … */
  enrolled: SpeakerEmbedding
  /** … and of short pieces of the rest. */
  trials: readonly SpeakerEmbedding[]
}

/** A judge for another model's embeddings, and how well it tells the voices that it was made with. */
export interface Calibration {
  judge: SpeakerJudge
  ownTrials: number
  otherTrials: number
  /** Equal error rate over these trials. */
  eer: number
  /** Share of other voices' pieces that the limit would let pass. */
  missed: number
}

/**
 * Limits for the cosine scores of a speaker model that nobody has measured, from the voices of a deployment: each voice's pieces
 * against itself and against the voices that the package's own model calls different. The limit stands under every own score by a
 * quarter of the gap to the others' median. Null where there are too few trials to say.
 */
export function calibrateSpeakers(voices: readonly CalibrationVoice[]): Calibration | null {
  const own: number[] = []
  const others: number[] = []
  const leads: number[] = []
  for (const voice of voices) {
    const different = voices.filter(
      ({ known }) => scoreSpeakers(voice.known, known) < DISTINCT_SCORE,
    )
    for (const trial of voice.trials) {
      const score = cosine(voice.enrolled, trial)
      const scores = different.map(({ enrolled }) => cosine(enrolled, trial))
      own.push(score)
      others.push(...scores)
      if (scores.length > 0) leads.push(Math.max(...scores) - score)
    }
  }
  if (own.length < LEAST_TRIALS || others.length < LEAST_TRIALS) return null
  const gap = Math.max(0, Math.min(...own) - median(others))
  const matchScore = Math.min(...own) - MARGIN * gap
  return {
    judge: {
      score: cosine,
      matchScore,
      // Voices that would pass for each other by their scores cannot be told apart.
      distinctScore: matchScore,
      otherLead: Math.max(0, ...leads) + MARGIN * gap,
    },
    ownTrials: own.length,
    otherTrials: others.length,
    eer: equalErrorRate(own, others),
    missed: others.filter((score) => score >= matchScore).length / others.length,
  }
}

/** Of vectors of length 1. Throws RangeError for those of different models. */
function cosine(a: SpeakerEmbedding, b: SpeakerEmbedding): number {
  if (a.version !== b.version || a.values.length !== b.values.length) {
    throw new RangeError(`embeddings of versions ${a.version} and ${b.version}`)
  }
  return a.values.reduce((sum, value, i) => sum + value * b.values[i]!, 0)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

/** Where as large a share of own scores lies under a limit as of others' over it. */
function equalErrorRate(own: readonly number[], others: readonly number[]): number {
  const rates = [...own, ...others].map((limit) => {
    const refused = own.filter((score) => score < limit).length / own.length
    const passed = others.filter((score) => score >= limit).length / others.length
    return Math.max(refused, passed)
  })
  return Math.min(...rates)
}
