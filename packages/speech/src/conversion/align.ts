/**
 * Which frames of two speakers belong together when both said the same sentences. Aligning, mapping the base
 * toward the talent with what was found and aligning again (Toda et al. 2007, section V-A) draws the two closer.
 */
import { type Corpus, spreadOver } from './corpus.ts'
import { alignRowsInSteps, type Path, type Rows } from './dtw.ts'

/** What is compared besides the spectra, and in which unit. */
interface Weights {
  /** For a step of level of 10 dB, and for voiced against unvoiced. */
  level: number
  voicing: number
}

/**
 * Before anything is mapped, spectra are compared by how they differ from their speaker's mean, by the
 * coefficients that tell phones more than speakers apart; level and voicing help. Measured on slt to
 * espeak-ng after one mapping: 12 coefficients 7.7 dB, all 25 8.5 dB.
 */
const FIRST_COEFFICIENTS = 12
const FIRST: Weights = { level: 2, voicing: 2 }
/** Mapped spectra are compared as mel-cepstral distance; the rest only decides where that does not. */
const MAPPED: Weights = { level: 0.07, voicing: 0.07 }
/** A level further under the loudest frame counts as this far, in dB. */
const LEVEL_RANGE_DB = 60

/** Pairs of frames (numbers in the whole corpora) of recordings with the same number, silence left out. */
export function* alignFirst(base: Corpus, talent: Corpus): Generator<undefined, Path> {
  return yield* alignRecordings(
    base,
    talent,
    comparable(normalised(base), base, FIRST),
    comparable(normalised(talent), talent, FIRST),
  )
}

/** The same when `mapped` has the base's spectra (a row of c1..c25 a frame) mapped to the talent's. */
export function* alignMapped(
  base: Corpus,
  talent: Corpus,
  mapped: Rows,
): Generator<undefined, Path> {
  return yield* alignRecordings(
    base,
    talent,
    comparable(mapped, base, MAPPED),
    comparable(talent.values, talent, MAPPED),
  )
}

function* alignRecordings(
  base: Corpus,
  talent: Corpus,
  a: Rows,
  b: Rows,
): Generator<undefined, Path> {
  const pairs = { a: [] as number[], b: [] as number[] }
  for (let i = 0; i + 1 < base.starts.length; i++) {
    const [from, to] = [edges(base, i), edges(talent, i)]
    const path = yield* alignRowsInSteps(cut(a, from), cut(b, to))
    yield
    for (let k = 0; k < path.a.length; k++) {
      const [source, target] = [from.start + path.a[k]!, to.start + path.b[k]!]
      if (base.speech[source] !== 1 || talent.speech[target] !== 1) continue
      pairs.a.push(source)
      pairs.b.push(target)
    }
  }
  return { a: Int32Array.from(pairs.a), b: Int32Array.from(pairs.b) }
}

/** The first coefficients with mean 0 and spread 1 over the frames of speech. */
function normalised({ values, speech }: Corpus): Rows {
  const { mean, spread } = spreadOver(values, speech)
  const width = FIRST_COEFFICIENTS
  const data = new Float32Array(speech.length * width)
  for (let t = 0; t < speech.length; t++) {
    for (let d = 0; d < width; d++) {
      data[t * width + d] = (values.data[t * values.width + d]! - mean[d]!) / spread[d]!
    }
  }
  return { data, width }
}

/** Rows with two more columns: the level against the recording's loudest frame, and the voicing. */
function comparable({ data, width }: Rows, corpus: Corpus, weights: Weights): Rows {
  const joined = new Float32Array(corpus.speech.length * (width + 2))
  for (let i = 0; i + 1 < corpus.starts.length; i++) {
    const levels = corpus.levelDb.subarray(corpus.starts[i], corpus.starts[i + 1])
    const loudest = levels.reduce((most, level) => Math.max(most, level), -120)
    for (let t = corpus.starts[i]!; t < corpus.starts[i + 1]!; t++) {
      const under = Math.max(-LEVEL_RANGE_DB, corpus.levelDb[t]! - loudest)
      const at = t * (width + 2)
      joined.set(data.subarray(t * width, (t + 1) * width), at)
      joined[at + width] = (weights.level * under) / 10
      joined[at + width + 1] = corpus.f0[t]! > 0 ? weights.voicing : 0
    }
  }
  return { data: joined, width: width + 2 }
}

/** From the first to the last frame of speech of a recording. */
function edges({ starts, speech }: Corpus, recording: number): { start: number; end: number } {
  const part = speech.subarray(starts[recording], starts[recording + 1])
  const first = part.indexOf(1)
  const start = starts[recording]! + Math.max(0, first)
  return { start, end: first < 0 ? start : starts[recording]! + part.lastIndexOf(1) + 1 }
}

function cut({ data, width }: Rows, { start, end }: { start: number; end: number }): Rows {
  return { data: data.subarray(start * width, end * width), width }
}
