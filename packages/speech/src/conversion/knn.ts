/**
 * Talent frames seen in training, found again by the base's neighbourhood: a frame of output leans on the mean
 * of what the talent said where the base sounded most alike over 60 ms. The mixture alone averages over all
 * contexts of a phone. Neighbour selection as in H. Mizuno, M. Abe (Speech Communication 16, 1995) and kNN-VC
 * (M. Baas, B. van Niekerk, H. Kamper, Interspeech 2023), here on mel-cepstra and inside a Gaussian's region.
 */
import type { Rows } from './dtw.ts'
import { FRAMES_A_TURN } from './frames.ts'

/** What is kept from training: one entry for each base frame that has talent frames paired with it. */
export interface Exemplars {
  /** Spectra (c1..c25) of all base recordings, a row a frame. */
  source: Float32Array
  /** First frame of each recording, and the count of frames at the end. */
  starts: Int32Array
  /** Base frame of each entry, grouped by the Gaussian that claims it. */
  frames: Int32Array
  /** First entry of each Gaussian, and the count of entries at the end. */
  groups: Int32Array
  /** Mean talent spectrum of each entry, a row each. */
  target: Float32Array
  /** Spread of each base coefficient, the unit of comparison. */
  spread: Float32Array
}

/**
 * Measured on held-out sentences (rms and slt to espeak-ng, dB between features): the mixture alone 4.9 and
 * 5.3, neighbourhoods of one frame 4.8 and 5.2, these five 4.3 and 4.9, twice as wide 4.4 and 5.1; with 16
 * neighbours 4.5 and 5.2, with a weight of 0.5 4.4 and 5.0.
 */
const CONTEXT = [-6, -3, 0, 3, 6] as const
const NEIGHBOURS = 4
const WEIGHT = 0.7
/** Gaussians whose entries are searched for a frame. */
const GROUPS = 2

/** Finds neighbours among exemplars; keep one for many stretches. */
export class NeighbourSearch {
  readonly #exemplars: Exemplars
  readonly #width: number
  /** The entries' neighbourhoods side by side, in units of spread. */
  readonly #keys: Float32Array
  readonly #distances = new Float64Array(NEIGHBOURS)
  readonly #found = new Int32Array(NEIGHBOURS)

  constructor(exemplars: Exemplars) {
    this.#exemplars = exemplars
    this.#width = exemplars.spread.length
    const keyWidth = CONTEXT.length * this.#width
    this.#keys = new Float32Array(exemplars.frames.length * keyWidth)
    exemplars.frames.forEach((frame, entry) => {
      const recording = recordingWith(frame, exemplars.starts)
      const edges = [exemplars.starts[recording]!, exemplars.starts[recording + 1]!] as const
      this.#writeKey(exemplars.source, frame, edges, this.#keys, entry * keyWidth)
    })
  }

  /**
   * Moves each row of `means` (values and slopes of the talent, 2W; only the values change) toward the mean of
   * the nearest exemplars, with turns for the caller. `source` has the base's spectra (W), `posteriors` a row of Gaussians a frame.
   */
  *lean(means: Rows, source: Rows, posteriors: Rows): Generator<undefined, void> {
    const count = source.data.length / source.width
    const key = new Float32Array(CONTEXT.length * this.#width)
    for (let t = 0; t < count; t++) {
      this.#writeKey(source.data, t, [0, count], key, 0)
      this.#distances.fill(Number.POSITIVE_INFINITY)
      for (const group of likeliest(posteriors, t)) this.#search(key, group)
      this.#blend(means.data, t * means.width)
      if (t % FRAMES_A_TURN === FRAMES_A_TURN - 1) yield
    }
  }

  #writeKey(
    rows: Float32Array,
    frame: number,
    [first, end]: readonly [number, number],
    into: Float32Array,
    at: number,
  ): void {
    let place = at
    for (const step of CONTEXT) {
      const row = Math.min(end - 1, Math.max(first, frame + step)) * this.#width
      for (let d = 0; d < this.#width; d++) {
        into[place++] = rows[row + d]! / this.#exemplars.spread[d]!
      }
    }
  }

  /** Keeps the nearest entries of a group among those found so far, nearest first. */
  #search(key: Float32Array, group: number): void {
    const { groups } = this.#exemplars
    for (let entry = groups[group]!; entry < groups[group + 1]!; entry++) {
      const distance = this.#distance(key, entry, this.#distances[NEIGHBOURS - 1]!)
      let place = NEIGHBOURS - 1
      if (distance >= this.#distances[place]!) continue
      for (; place > 0 && this.#distances[place - 1]! > distance; place--) {
        this.#distances[place] = this.#distances[place - 1]!
        this.#found[place] = this.#found[place - 1]!
      }
      this.#distances[place] = distance
      this.#found[place] = entry
    }
  }

  /** Squared distance, given up once it is over `limit`. */
  #distance(key: Float32Array, entry: number, limit: number): number {
    const start = entry * key.length
    let sum = 0
    for (let k = 0; k < key.length && sum < limit; k++)
      sum += (key[k]! - this.#keys[start + k]!) ** 2
    return sum
  }

  #blend(means: Float32Array, at: number): void {
    const count = this.#distances.filter(Number.isFinite).length
    if (count === 0) return
    for (let d = 0; d < this.#width; d++) {
      let sum = 0
      for (let k = 0; k < count; k++) {
        sum += this.#exemplars.target[this.#found[k]! * this.#width + d]!
      }
      means[at + d]! += WEIGHT * (sum / count - means[at + d]!)
    }
  }
}

/** The Gaussians with the largest posteriors of a frame. */
function likeliest({ data, width }: Rows, t: number): number[] {
  const row = data.subarray(t * width, (t + 1) * width)
  const order = [0]
  for (let m = 1; m < width; m++) {
    const place = order.findIndex((other) => row[m]! > row[other]!)
    if (place >= 0) order.splice(place, 0, m)
    else if (order.length < GROUPS) order.push(m)
    order.length = Math.min(order.length, GROUPS)
  }
  return order
}

function recordingWith(frame: number, starts: Int32Array): number {
  let [low, high] = [0, starts.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= frame) low = middle
    else high = middle
  }
  return low
}

/**
 * The exemplars of paired corpora. `source` and `target` have the spectra (W) of all frames, `pairs` the
 * numbers of frames that belong together, `posteriors` the Gaussians of the base's frames.
 */
export function gatherExemplars(
  source: Rows,
  target: Rows,
  pairs: { a: Int32Array; b: Int32Array },
  posteriors: Rows,
  starts: Int32Array,
  spread: ArrayLike<number>,
): Exemplars {
  const { width } = source
  const counts = new Float64Array(source.data.length / width)
  const sums = new Float64Array(source.data.length)
  pairs.a.forEach((frame, k) => {
    counts[frame]!++
    for (let d = 0; d < width; d++)
      sums[frame * width + d]! += target.data[pairs.b[k]! * width + d]!
  })
  const groups: number[][] = Array.from({ length: posteriors.width }, () => [])
  counts.forEach((count, frame) => {
    if (count > 0) groups[likeliest(posteriors, frame)[0]!]!.push(frame)
  })
  const frames = Int32Array.from(groups.flat())
  const means = new Float32Array(frames.length * width)
  frames.forEach((frame, entry) => {
    for (let d = 0; d < width; d++) {
      means[entry * width + d] = sums[frame * width + d]! / counts[frame]!
    }
  })
  let first = 0
  const ends = groups.map((group) => (first += group.length))
  return {
    source: source.data,
    starts,
    frames,
    groups: Int32Array.from([0, ...ends]),
    target: means,
    spread: Float32Array.from(spread),
  }
}
