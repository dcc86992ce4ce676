/** From frames of known speakers to a speaker model. */
import { FEATURES } from '../../packages/forensics/src/speaker/features.ts'
import {
  SPEAKER_MODEL_VERSION,
  type SpeakerModel,
} from '../../packages/forensics/src/speaker/model.ts'
import {
  type Background,
  noStatistics,
  PointFinder,
  StatisticsCollector,
} from '../../packages/forensics/src/speaker/total-variability.ts'
import { fitGmm } from '../../packages/speech/src/conversion/gmm.ts'
import { createRandom } from '../../packages/speech/src/conversion/random.ts'
import { learnSpace } from './learn-space.ts'
import { type Labelled, separate } from './separate.ts'

const MIXTURES = 64
const RANK = 80
const DIMENSIONS = 50
const ROUNDS = 6
/** Of the frames, for the mixture. */
const FRAME_SHARE = 0.1
/** Frames of the cuts that show how much a short clip scatters. */
const CUT_FRAMES = 60

/** One utterance's frames of speech. */
export interface Clip {
  speaker: string
  /** Rows of FEATURES values. */
  rows: Float32Array
  count: number
}

/** Learns everything; the same clips give the same model. */
export function learnModel(clips: readonly Clip[], note: (step: string) => void): SpeakerModel {
  const random = createRandom(7)
  const background = learnBackground(clips, random.uniform)
  note('mixture')
  const collector = new StatisticsCollector(background)
  const statistics = (clip: Clip, from: number, to: number) => {
    const sums = noStatistics(background)
    collector.add(clip.rows, from, to, sums)
    return sums
  }
  const whole = clips.map((clip) => statistics(clip, 0, clip.count))
  const space = learnSpace(whole, background, RANK, ROUNDS, 5)
  note('space')
  const finder = new PointFinder(space, background)
  const points = clips.map(({ speaker }, i) => ({ speaker, point: finder.find(whole[i]!) }))
  const { mean, projection, between } = separate(points, RANK, DIMENSIONS)
  const cuts = clips
    .filter(({ count }) => count > 2 * CUT_FRAMES)
    .map((clip) => {
      const from = Math.floor(random.uniform() * (clip.count - CUT_FRAMES))
      return {
        speaker: clip.speaker,
        point: finder.find(statistics(clip, from, from + CUT_FRAMES)),
      }
    })
  const scatter = (some: Labelled[]) => meanScatter(some, points, { mean, projection })
  const shortness = (CUT_FRAMES / 100) * (scatter(cuts) / scatter(points) - 1)
  note(`backend, shortness ${shortness.toFixed(2)}`)
  return { version: SPEAKER_MODEL_VERSION, background, space, mean, projection, between, shortness }
}

function learnBackground(clips: readonly Clip[], uniform: () => number): Background {
  const kept: number[] = []
  for (const { rows, count } of clips) {
    for (let t = 0; t < count; t++) {
      if (uniform() < FRAME_SHARE) kept.push(...rows.subarray(t * FEATURES, (t + 1) * FEATURES))
    }
  }
  const blocks = Array.from({ length: FEATURES }, () => 1)
  const steps = fitGmm(
    { data: Float32Array.from(kept), width: FEATURES },
    { blocks, mixtures: MIXTURES, iterations: 10, seed: 3 },
  )
  for (;;) {
    const { done, value } = steps.next()
    if (!done) continue
    const { weights, means, covariances } = value
    return { mixtures: MIXTURES, width: FEATURES, weights, means, variances: covariances }
  }
}

/** Mean square distance, a dimension, of points to the means of their speakers. */
function meanScatter(
  some: readonly Labelled[],
  all: readonly Labelled[],
  { mean, projection }: Pick<SpeakerModel, 'mean' | 'projection'>,
): number {
  const projected = ({ point }: Labelled) =>
    Float64Array.from({ length: DIMENSIONS }, (_, d) =>
      point.reduce((sum, value, r) => sum + projection[d * RANK + r]! * (value - mean[r]!), 0),
    )
  const centres = new Map<string, { sum: Float64Array; count: number }>()
  for (const labelled of all) {
    const centre = centres.get(labelled.speaker) ?? { sum: new Float64Array(DIMENSIONS), count: 0 }
    projected(labelled).forEach((value, d) => {
      centre.sum[d]! += value
    })
    centre.count++
    centres.set(labelled.speaker, centre)
  }
  let total = 0
  for (const labelled of some) {
    const { sum, count } = centres.get(labelled.speaker)!
    projected(labelled).forEach((value, d) => {
      total += (value - sum[d]! / count) ** 2
    })
  }
  return total / (some.length * DIMENSIONS)
}
