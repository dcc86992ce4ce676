/**
 * Training of a talent's voice, in three stages whose outcome can be stored and taken up again:
 * analysed (features of all recordings) → aligned (pairs of frames) → fitted (the mapping) → the model.
 */
import { durationSeconds, type Pcm } from '@viva-voce/audio'
import { SpeechError } from '../error.ts'
import { alignFirst, alignMapped } from './align.ts'
import { convertFeaturesInSteps } from './convert.ts'
import { type Corpus, corpusDeltas, joinRecordings, pick, spreadOver } from './corpus.ts'
import type { Path } from './dtw.ts'
import { analyseInSteps, type Features } from './features.ts'
import { HOP, RATE_HZ } from './frames.ts'
import { fitGmm } from './gmm.ts'
import { pairNearest } from './inca.ts'
import { gatherExemplars } from './knn.ts'
import { jointRows, type Mapping, mappingOf } from './mapping.ts'
import type { VoiceModel } from './model.ts'
import { calibrateNoise, noiseOfMixtures } from './noise.ts'
import { createRandom } from './random.ts'
import { mapCorpus, pitchStatistics, varianceOf } from './statistics.ts'
import type { TrainingState } from './training-state.ts'
import { runInTurns } from './turns.ts'

/** What a voice is trained from. */
export interface TrainingRequest {
  /** Recordings of the base voice, at any rate. */
  base: readonly Pcm[]
  /** Recordings of the talent; when `parallel`, number i says the same sentence as number i of the base. */
  talent: readonly Pcm[]
  parallel: boolean
  /** Any whole number; the same seed and recordings give the same model. */
  seed: number
  /** Called with 0..100, never falling. */
  onProgress?: (percent: number) => void
  signal?: AbortSignal
  /** Where an earlier run got to: what it holds is not computed again. */
  state?: TrainingState
  /** Called, and awaited, after each stage; a job stores `encodeTrainingState(state)` here. */
  onCheckpoint?: (state: TrainingState) => Promise<void> | void
}

/** Talent's speech (without silence) and voiced speech that training needs at least, in seconds. */
export const MIN_SPEECH_SECONDS = 5
const MIN_VOICED_SECONDS = 1
/** Audio of a speaker that is used at most: past it only time and the model's size grow. */
export const MAX_SECONDS = 300
/** Free recordings are analysed in pieces of this length. */
const PIECE_SECONDS = 20
/**
 * Gaussians of the mapping after each alignment. With a script the first alignment is nearly right; without,
 * a mapping that starts with one Gaussian does not learn chance pairs (slt to rms: 5.6 dB, from 8 on 5.8).
 */
const SCRIPT_ROUNDS = [8, 8, 8, 8]
const FREE_ROUNDS = [1, 1, 2, 4, 8]
const ROUND_ITERATIONS = 5
const ITERATIONS = 10
/** One second of frames that belong together. */
const MIN_PAIRS = 200
/** Pairs to a Gaussian: fewer make covariances of 50 dimensions unsure. */
const PAIRS_PER_MIXTURE = 400
const MAX_MIXTURES = 64
/** Base recordings at most that the noise is calibrated with. */
const CALIBRATED = 4
/** Where each stage ends, in percent: about the shares of the time with 40 sentences. */
const PERCENT = { analysed: 10, aligned: 45, fitted: 95, done: 100 }

/**
 * Learns to convert the base voice to the talent's, on the calling thread (a worker's) with turns in between: the
 * signal is read every few tens of milliseconds of work. What lies beyond MAX_SECONDS of either speaker is left
 * out, so memory and time are bounded whatever was recorded. Throws RangeError
 * when parallel recordings differ in number, SpeechError `no_speech` for too little speech, `engine_failed`
 * for audio that is not numbers, `cancelled` after the signal.
 */
export async function trainVoice(request: TrainingRequest): Promise<VoiceModel> {
  if (request.parallel && request.base.length !== request.talent.length) {
    throw new RangeError(
      `${request.base.length} base and ${request.talent.length} talent recordings`,
    )
  }
  const training = new Training(request)
  await training.analyse()
  await training.align()
  await training.fit()
  return training.finish()
}

class Training {
  readonly #request: TrainingRequest
  #state: TrainingState | undefined
  #base: Corpus | undefined
  #talent: Corpus | undefined

  constructor(request: TrainingRequest) {
    this.#request = request
    this.#state = request.state
  }

  async analyse(): Promise<void> {
    const { base, talent } = chosen(this.#request)
    const total = base.length + talent.length
    const analysed: Features[] = []
    for (const pcm of this.#state ? [] : [...base, ...talent]) {
      analysed.push(await this.#inTurns(analyseInSteps(pcm)))
      this.#report((analysed.length / total) * PERCENT.analysed)
    }
    const state = this.#state ?? {
      base: analysed.slice(0, base.length),
      talent: analysed.slice(base.length),
    }
    this.#base = joinRecordings(state.base)
    this.#talent = joinRecordings(state.talent)
    checkSpeech(this.#base, 'base')
    checkSpeech(this.#talent, 'talent')
    if (!this.#state) await this.#checkpoint(state)
  }

  async align(): Promise<void> {
    if (this.#state!.pairs) return
    const rounds = this.#request.parallel ? SCRIPT_ROUNDS : FREE_ROUNDS
    const share = (PERCENT.aligned - PERCENT.analysed) / rounds.length
    let pairs = await this.#pair(undefined, 0)
    for (const [round, mixtures] of rounds.entries()) {
      pairs = await this.#pair(await this.#fitPairs(pairs, mixtures, ROUND_ITERATIONS), round + 1)
      this.#report(PERCENT.analysed + (round + 1) * share)
    }
    await this.#checkpoint({ ...this.#state!, pairs })
  }

  /** Pairs of frames, with what an earlier mapping makes of the base when there is one. */
  async #pair(mapping: Mapping | undefined, round: number): Promise<Path> {
    const [base, talent] = [this.#base!, this.#talent!]
    const { parallel, seed } = this.#request
    const mapped = mapping && (await this.#inTurns(mapCorpus(base, mapping))).spectra
    if (!parallel) {
      return this.#inTurns(pairNearest(base, talent, mapped, createRandom(seed + round)))
    }
    return this.#inTurns(mapped ? alignMapped(base, talent, mapped) : alignFirst(base, talent))
  }

  async fit(): Promise<void> {
    const { pairs, mapping } = this.#state!
    if (mapping) return
    const mixtures = Math.round(pairs!.a.length / PAIRS_PER_MIXTURE)
    const count = Math.min(MAX_MIXTURES, Math.max(2, mixtures))
    const fitted = await this.#fitPairs(pairs!, count, ITERATIONS, (done) =>
      this.#report(PERCENT.aligned + done * (PERCENT.fitted - PERCENT.aligned)),
    )
    await this.#checkpoint({ ...this.#state!, mapping: fitted })
  }

  async #fitPairs(
    pairs: Path,
    mixtures: number,
    iterations: number,
    onDone: (share: number) => void = () => {},
  ): Promise<Mapping> {
    if (pairs.a.length < MIN_PAIRS) {
      throw new SpeechError(
        'no_speech',
        'the recordings of base and talent hold no speech in common',
      )
    }
    const source = pick(corpusDeltas(this.#base!), pairs.a)
    const rows = jointRows(source, pick(corpusDeltas(this.#talent!), pairs.b))
    const blocks = [source.width, source.width]
    const fit = fitGmm(rows, { blocks, mixtures, iterations, seed: this.#request.seed })
    let done = 0
    function* counted() {
      for (;;) {
        const step = fit.next()
        if (step.done) return step.value
        if (step.value !== undefined) onDone(++done / iterations)
        yield
      }
    }
    return mappingOf(await this.#inTurns(counted()))
  }

  async finish(): Promise<VoiceModel> {
    const [base, talent] = [this.#base!, this.#talent!]
    const { pairs, mapping } = this.#state!
    const { spectra, posteriors } = await this.#inTurns(mapCorpus(base, mapping!))
    const { spread } = spreadOver(base.values, base.speech)
    const exemplars = gatherExemplars(
      base.values,
      talent.values,
      pairs!,
      posteriors,
      base.starts,
      spread,
    )
    const model: VoiceModel = {
      pitch: { base: pitchStatistics(base), talent: pitchStatistics(talent) },
      mapping: mapping!,
      exemplars,
      noise: noiseOfMixtures(talent, pairs!, posteriors),
      variance: varianceOf(base, spectra, talent),
      seconds: seconds(talent.speech),
    }
    const converted: Features[] = []
    for (const features of this.#state!.base.slice(0, CALIBRATED)) {
      converted.push(await this.#inTurns(convertFeaturesInSteps(features, model)))
    }
    model.noise = await this.#inTurns(calibrateNoise(model.noise, converted, talent))
    this.#report(PERCENT.done)
    return model
  }

  #inTurns<T>(work: Generator<unknown, T>): Promise<T> {
    return runInTurns(work, this.#request.signal)
  }

  #report(percent: number): void {
    this.#request.onProgress?.(percent)
  }

  async #checkpoint(state: TrainingState): Promise<void> {
    this.#state = state
    await this.#request.onCheckpoint?.(state)
  }
}

/**
 * The recordings within MAX_SECONDS, of parallel ones as many of both. Free ones are cut into pieces first,
 * so that a single long take is used as far as it goes.
 */
function chosen(request: TrainingRequest) {
  const { parallel } = request
  const [base, talent] = [request.base, request.talent].map((recordings) =>
    parallel ? recordings : recordings.flatMap(pieces),
  ) as [Pcm[], Pcm[]]
  const counts = [leading(base), leading(talent)]
  const most = parallel ? Math.min(...counts) : Number.POSITIVE_INFINITY
  return {
    base: base.slice(0, Math.min(most, counts[0]!)),
    talent: talent.slice(0, Math.min(most, counts[1]!)),
  }
}

/** A recording in pieces of at most PIECE_SECONDS. */
function pieces({ samples, sampleRateHz }: Pcm): Pcm[] {
  const length = PIECE_SECONDS * sampleRateHz
  return Array.from({ length: Math.ceil(samples.length / length) }, (_, i) => ({
    samples: samples.subarray(i * length, (i + 1) * length),
    sampleRateHz,
  }))
}

/** How many of the first recordings last MAX_SECONDS together. */
function leading(recordings: readonly Pcm[]): number {
  let [seconds, count] = [0, 0]
  for (const pcm of recordings) {
    seconds += durationSeconds(pcm)
    if (seconds <= MAX_SECONDS) count++
    else break
  }
  return count
}

/** The length of the frames marked 1. */
function seconds(mask: Uint8Array): number {
  return (mask.reduce((sum, mark) => sum + mark, 0) * HOP) / RATE_HZ
}

function checkSpeech({ speech, f0 }: Corpus, who: string): void {
  const spoken = seconds(speech)
  const voiced = seconds(speech.map((mark, t) => (f0[t]! > 0 ? mark : 0)))
  if (spoken >= MIN_SPEECH_SECONDS && voiced >= MIN_VOICED_SECONDS) return
  throw new SpeechError(
    'no_speech',
    `the ${who} recordings hold ${spoken.toFixed(1)} s of speech, ${voiced.toFixed(1)} s of it voiced; ` +
      `${MIN_SPEECH_SECONDS} s and ${MIN_VOICED_SECONDS} s are needed`,
  )
}
