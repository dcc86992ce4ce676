import { BANDS } from './aperiodicity.ts'
import type { Rows } from './dtw.ts'
import { type Features, speechMask } from './features.ts'
import { COEFFICIENTS, ORDER } from './frames.ts'
import { withDeltas } from './mlpg.ts'

/** All recordings of a speaker, end to end. */
export interface Corpus {
  /** First frame of each recording, and the count of all frames at the end. */
  starts: Int32Array
  /** c1..c25 a frame: the spectrum without its level. */
  values: Rows
  /** Hertz, 0 where unvoiced. */
  f0: Float32Array
  /** BANDS a frame. */
  aperiodicity: Float32Array
  /** 1 for speech, 0 for silence. */
  speech: Uint8Array
  levelDb: Float32Array
}

/** The spectra without their level: c1..c25 of each frame. */
export function spectraOf({ mcep }: Features): Rows {
  const count = mcep.length / COEFFICIENTS
  const data = new Float32Array(count * ORDER)
  for (let t = 0; t < count; t++) {
    data.set(mcep.subarray(t * COEFFICIENTS + 1, (t + 1) * COEFFICIENTS), t * ORDER)
  }
  return { data, width: ORDER }
}

/** Lays recordings end to end. */
export function joinRecordings(recordings: readonly Features[]): Corpus {
  const starts = new Int32Array(recordings.length + 1)
  recordings.forEach(({ f0 }, i) => {
    starts[i + 1] = starts[i]! + f0.length
  })
  const count = starts[recordings.length]!
  const corpus: Corpus = {
    starts,
    values: { data: new Float32Array(count * ORDER), width: ORDER },
    f0: new Float32Array(count),
    aperiodicity: new Float32Array(count * BANDS),
    speech: new Uint8Array(count),
    levelDb: new Float32Array(count),
  }
  recordings.forEach((features, i) => {
    place(features, starts[i]!, corpus)
  })
  return corpus
}

function place(features: Features, at: number, corpus: Corpus): void {
  corpus.values.data.set(spectraOf(features).data, at * ORDER)
  corpus.f0.set(features.f0, at)
  corpus.aperiodicity.set(features.aperiodicity, at * BANDS)
  corpus.speech.set(speechMask(features), at)
  corpus.levelDb.set(features.levelDb, at)
}

/** The rows of one recording, a view. */
export function recordingOf({ data, width }: Rows, { starts }: Corpus, recording: number): Rows {
  const [first, end] = [starts[recording]!, starts[recording + 1]!]
  return { data: data.subarray(first * width, end * width), width }
}

/** Values and slopes of a whole corpus; slopes do not cross from one recording to the next. */
export function corpusDeltas(corpus: Corpus): Rows {
  const { values, starts } = corpus
  const data = new Float32Array(2 * values.data.length)
  for (let i = 0; i + 1 < starts.length; i++) {
    data.set(withDeltas(recordingOf(values, corpus, i)).data, 2 * values.width * starts[i]!)
  }
  return { data, width: 2 * values.width }
}

/** Some frames of rows, in the order asked for. */
export function pick({ data, width }: Rows, frames: ArrayLike<number>): Rows {
  const picked = new Float32Array(frames.length * width)
  for (let i = 0; i < frames.length; i++) {
    picked.set(data.subarray(frames[i]! * width, (frames[i]! + 1) * width), i * width)
  }
  return { data: picked, width }
}

/** The frames of a corpus that are speech. */
export function speechFrames({ speech }: Corpus): Int32Array {
  return Int32Array.from(speech.keys().filter((t) => speech[t] === 1))
}

/** Mean and standard deviation of each dimension over the frames of speech. */
export function spreadOver({ data, width }: Rows, speech: Uint8Array) {
  const mean = new Float64Array(width)
  const spread = new Float64Array(width)
  let count = 0
  for (let t = 0; t < speech.length; t++) {
    if (speech[t] !== 1) continue
    count++
    for (let d = 0; d < width; d++) {
      mean[d]! += data[t * width + d]!
      spread[d]! += data[t * width + d]! ** 2
    }
  }
  for (let d = 0; d < width; d++) {
    mean[d]! /= Math.max(count, 1)
    spread[d] = Math.sqrt(Math.max(spread[d]! / Math.max(count, 1) - mean[d]! ** 2, 1e-12))
  }
  return { mean, spread }
}
