/**
 * Alignment without a script: D. Erro, A. Moreno, A. Bonafonte, "INCA algorithm for training voice conversion
 * systems from nonparallel corpora", IEEE Trans. ASLP 18 (2010). Each frame is paired with the nearest of the
 * other speaker, in both directions; the mapping learnt from the pairs brings the base closer, and so on.
 */
import { type Corpus, pick, speechFrames, spreadOver } from './corpus.ts'
import type { Path, Rows } from './dtw.ts'
import type { Random } from './random.ts'
import { warped } from './warp.ts'

/** Frames of each speaker that are compared; the work grows with the product. */
const MAX_FRAMES = 4000
/** Neighbouring frames (5 ms each) compared along with a frame, so that a phone's movement counts too. */
const CONTEXT = [-8, -4, 0, 4, 8] as const
/**
 * Coefficients compared, and what voicing and 10 dB of level count beside their spread. Measured (slt to rms and
 * to espeak-ng, dB): all 25 and nothing else 6.4 and 9.5, these 5.7 and 9.1.
 */
const COMPARED = 12
const VOICING = 2
const LEVEL = 1
/** A level further under the loudest frame counts as this far, in dB. */
const LEVEL_RANGE_DB = 60
/**
 * Bends of the frequency axis that are tried first, and the frames they are tried on. Above 0.12 no two of the
 * voices at hand lay nearer; slt lies nearest to espeak-ng's male voice at 0.08, rms, awb and kal at -0.04.
 */
const WARPS = [-0.12, -0.08, -0.04, 0, 0.04, 0.08, 0.12]
const WARP_TALENT_FRAMES = 400
const WARP_BASE_FRAMES = 2000
/** Rows searched between two turns of the caller. */
const CHUNK_ROWS = 100

/**
 * Pairs of frames of two corpora by nearest neighbours in both directions. `mapped` has the base's spectra
 * (a row a frame) mapped to the talent's, or undefined at first: then both are compared by how they differ
 * from their speaker's own mean, the base's on the frequency axis that suits the talent's tract. Yields now and then to give the caller a turn.
 */
export function* pairNearest(
  base: Corpus,
  talent: Corpus,
  mapped: Rows | undefined,
  random: Random,
): Generator<undefined, Path> {
  const a = draw(speechFrames(base), random)
  const b = draw(speechFrames(talent), random)
  const ruler = spreadOver(talent.values, talent.speech)
  const target = comparable(talent.values, talent, ruler)
  const source = mapped
    ? comparable(mapped, base, ruler)
    : yield* nearestWarp(base, pick(target, thinned(b, WARP_TALENT_FRAMES)), a)
  const left = inContext(source, base, a)
  const right = inContext(target, talent, b)
  const forward = yield* nearest(left, right)
  const backward = yield* nearest(right, left)
  return {
    a: Int32Array.from([...a, ...Array.from(backward, (i) => a[i]!)]),
    b: Int32Array.from([...Array.from(forward, (i) => b[i]!), ...b]),
  }
}

/**
 * The base's frames, comparable, on the bent frequency axis on which the talent's lie nearest to them. Each
 * speaker's mean and spread are taken off, but formants that lie elsewhere are not found by that.
 */
function* nearestWarp(base: Corpus, talent: Rows, frames: Int32Array): Generator<undefined, Rows> {
  let [best, least] = [base.values, Number.POSITIVE_INFINITY]
  for (const alpha of WARPS) {
    const values = warped(base.values, alpha)
    yield undefined
    const rows = comparable(values, base, spreadOver(values, base.speech))
    const some = pick(rows, thinned(frames, WARP_BASE_FRAMES))
    let sum = 0
    const count = talent.data.length / talent.width
    for (let i = 0; i < count; i++) {
      sum += Math.sqrt(nearestTo(talent, i, some).distance)
      if (i % CHUNK_ROWS === CHUNK_ROWS - 1) yield undefined
    }
    if (sum < least) [best, least] = [rows, sum]
  }
  return best
}

/** Every so manieth frame, about `count`. */
function thinned(frames: Int32Array, count: number): Int32Array {
  const step = Math.max(1, Math.floor(frames.length / count))
  return frames.filter((_, i) => i % step === 0)
}

/** At most MAX_FRAMES of the frames, drawn without putting back (R. Fisher, F. Yates 1938), in order. */
function draw(frames: Int32Array, random: Random): Int32Array {
  const count = Math.min(MAX_FRAMES, frames.length)
  const drawn = frames.slice()
  for (let i = 0; i < count; i++) {
    const j = i + Math.floor(random.uniform() * (drawn.length - i))
    const swap = drawn[i]!
    drawn[i] = drawn[j]!
    drawn[j] = swap
  }
  return drawn.subarray(0, count).sort()
}

/** The first coefficients in units of `spread` from `mean`, the voicing and the level of each frame. */
function comparable(
  { data, width }: Rows,
  { speech, f0, levelDb, starts }: Corpus,
  { mean, spread }: { mean: Float64Array; spread: Float64Array },
): Rows {
  const joined = new Float32Array(speech.length * (COMPARED + 2))
  for (let i = 0; i + 1 < starts.length; i++) {
    const loudest = levelDb
      .subarray(starts[i], starts[i + 1])
      .reduce((a, b) => Math.max(a, b), -120)
    for (let t = starts[i]!; t < starts[i + 1]!; t++) {
      const at = t * (COMPARED + 2)
      for (let d = 0; d < COMPARED; d++) {
        joined[at + d] = (data[t * width + d]! - mean[d]!) / spread[d]!
      }
      joined[at + COMPARED] = f0[t]! > 0 ? VOICING : 0
      joined[at + COMPARED + 1] = (LEVEL * Math.max(-LEVEL_RANGE_DB, levelDb[t]! - loudest)) / 10
    }
  }
  return { data: joined, width: COMPARED + 2 }
}

/** For each frame the rows of its neighbourhood side by side; at the ends the frame itself repeats. */
function inContext(rows: Rows, { starts }: Corpus, frames: Int32Array): Rows {
  const width = CONTEXT.length * rows.width
  const data = new Float32Array(frames.length * width)
  let recording = 0
  frames.forEach((frame, i) => {
    while (starts[recording + 1]! <= frame) recording++
    const [first, last] = [starts[recording]!, starts[recording + 1]! - 1]
    const places = CONTEXT.map((step) => Math.min(last, Math.max(first, frame + step)))
    data.set(pick(rows, places).data, i * width)
  })
  return { data, width }
}

/** For each row of `a` the number of the nearest row of `b`. */
function* nearest(a: Rows, b: Rows): Generator<undefined, Int32Array> {
  const found = new Int32Array(a.data.length / a.width)
  for (let i = 0; i < found.length; i++) {
    if (i % CHUNK_ROWS === CHUNK_ROWS - 1) yield undefined
    found[i] = nearestTo(a, i, b).row
  }
  return found
}

/** The row of `b` nearest to row `i` of `a`, and its squared distance. */
function nearestTo(a: Rows, i: number, b: Rows): { row: number; distance: number } {
  const count = b.data.length / b.width
  let [row, best] = [0, Number.POSITIVE_INFINITY]
  for (let j = 0; j < count; j++) {
    const distance = distanceUnder(best, a, i, b, j)
    if (distance < best) [best, row] = [distance, j]
  }
  return { row, distance: best }
}

/** Squared distance, given up once it is over `limit`. */
function distanceUnder(limit: number, a: Rows, i: number, b: Rows, j: number): number {
  let sum = 0
  const [p, q, width] = [i * a.width, j * a.width, a.width]
  for (let k = 0; k < width && sum < limit; k++) sum += (a.data[p + k]! - b.data[q + k]!) ** 2
  return sum
}
