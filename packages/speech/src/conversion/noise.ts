/**
 * How noisy the voiced sounds of a voice are: the talent's share of noise per Gaussian, and how loud the noise
 * must be made so that it measures like the talent's.
 */
import { BANDS } from './aperiodicity.ts'
import type { Corpus } from './corpus.ts'
import type { Path, Rows } from './dtw.ts'
import { analyseInSteps, type Features, speechMask } from './features.ts'
import type { VoiceModel } from './model.ts'
import { synthesiseInSteps } from './vocoder.ts'

/** Pairs that each Gaussian is taken to have seen with the noise of all, so that few do not decide. */
const PRIOR_PAIRS = 20
/** Rounds and frames (4 s) of calibration. */
const ROUNDS = 3
const FRAMES = 800
/** Shares of noise never leave this range, so that each has a logit. */
const RANGE = [1e-3, 0.999] as const

/** For each Gaussian the talent's mean log share of noise in the voiced frames that are paired with it. */
export function noiseOfMixtures(
  talent: Corpus,
  pairs: Path,
  posteriors: Rows,
): VoiceModel['noise'] {
  const mixtures = posteriors.width
  const overall = meanLogNoise([talent])
  const weights = new Float64Array(mixtures).fill(PRIOR_PAIRS)
  const sums = Float64Array.from(
    { length: mixtures * BANDS },
    (_, i) => PRIOR_PAIRS * overall[i % BANDS]!,
  )
  for (let k = 0; k < pairs.a.length; k++) {
    if (talent.f0[pairs.b[k]!] === 0) continue
    for (let m = 0; m < mixtures; m++) {
      const weight = posteriors.data[pairs.a[k]! * mixtures + m]!
      if (weight < 1e-3) continue
      weights[m]! += weight
      for (let band = 0; band < BANDS; band++) {
        sums[m * BANDS + band]! +=
          weight * Math.log(talent.aperiodicity[pairs.b[k]! * BANDS + band]!)
      }
    }
  }
  return Float32Array.from(sums, (sum, i) => sum / weights[Math.floor(i / BANDS)]!)
}

/**
 * The noise of a model, moved band by band until converted speech measures like the talent's. A meter takes
 * jitter of F0 and change of timbre for noise, more so the higher the harmonic: pulses without any noise read 0.16
 * to 0.63 above 1 kHz (flite's rms). What is measured therefore cannot be put into the vocoder as it is.
 * `converted` are base recordings through the model; `talent` is what they should measure like.
 */
export function* calibrateNoise(
  noise: VoiceModel['noise'],
  converted: readonly Features[],
  talent: Corpus,
): Generator<undefined, VoiceModel['noise']> {
  const wanted = meanLogNoise([talent]).map(logit)
  const moved = new Float64Array(BANDS)
  const some = leading(converted)
  for (let round = 0; round < ROUNDS; round++) {
    const heard: Masked[] = []
    for (const features of some) {
      const louder = features.aperiodicity.map((share, i) => within(share, moved[i % BANDS]!))
      const spoken = yield* synthesiseInSteps({ ...features, aperiodicity: louder })
      const { f0, aperiodicity } = yield* analyseInSteps(spoken)
      heard.push({ f0, aperiodicity, speech: speechMask(features) })
    }
    if (!heard.some(isVoiced)) break
    meanLogNoise(heard).forEach((log, band) => {
      moved[band]! += wanted[band]! - logit(log)
    })
  }
  return noise.map((log, i) => Math.log(within(Math.exp(log), moved[i % BANDS]!)))
}

type Masked = Pick<Corpus, 'f0' | 'aperiodicity' | 'speech'>

function isVoiced({ f0, speech }: Masked): boolean {
  return f0.some((hertz, t) => hertz > 0 && speech[t] === 1)
}

/** Mean of the logarithm of the share of noise in each band, over voiced frames of speech. */
function meanLogNoise(all: readonly Masked[]): Float64Array {
  const sums = new Float64Array(BANDS)
  let count = 0
  for (const { f0, aperiodicity, speech } of all) {
    for (let t = 0; t < f0.length; t++) {
      if (f0[t] === 0 || speech[t] !== 1) continue
      count++
      for (let band = 0; band < BANDS; band++) {
        sums[band]! += Math.log(aperiodicity[t * BANDS + band]!)
      }
    }
  }
  return sums.map((sum) => sum / Math.max(count, 1))
}

/** A share times e^`by`, within RANGE; frames without voice stay all noise. */
function within(share: number, by: number): number {
  return share === 1 ? 1 : Math.min(RANGE[1], Math.max(RANGE[0], share * Math.exp(by)))
}

function logit(log: number): number {
  const share = Math.min(RANGE[1], Math.max(RANGE[0], Math.exp(log)))
  return Math.log(share / (1 - share))
}

/** The first recordings with FRAMES frames together, at least one. */
function leading(recordings: readonly Features[]): Features[] {
  let frames = 0
  return recordings.filter(({ f0 }) => {
    const wanted = frames < FRAMES
    frames += f0.length
    return wanted
  })
}
