/**
 * Clusters to start EM from: D. Arthur, S. Vassilvitskii, "k-means++: the advantages of careful seeding",
 * SODA 2007, then S. Lloyd's iterations (1982).
 */
import type { Rows } from './dtw.ts'
import type { Random } from './random.ts'

const ITERATIONS = 8
/** Rows that the centres are made from, evenly drawn; all rows get a label. */
const MAX_ROWS = 6000
/** Rows assigned between two turns of the caller. */
const ROWS_A_TURN = 2000

/**
 * For each row the number (0..k-1) of its cluster; distances count each dimension by its own spread. Yields now
 * and then to give the caller a turn.
 */
export function* cluster(rows: Rows, k: number, random: Random): Generator<undefined, Uint16Array> {
  const scaled = { data: standardise(rows), width: rows.width }
  const sample = everyNth(scaled)
  const centres = yield* seedCentres(sample, k, random)
  const sampleLabels = new Uint16Array(sample.data.length / rows.width)
  for (let i = 0; i < ITERATIONS; i++) {
    yield* assign(sample, centres, sampleLabels)
    moveCentres(sample, centres, sampleLabels)
  }
  const labels = new Uint16Array(scaled.data.length / rows.width)
  yield* assign(scaled, centres, labels)
  return labels
}

function everyNth({ data, width }: Rows): Rows {
  const count = data.length / width
  const step = Math.ceil(count / MAX_ROWS)
  const kept = new Float32Array(Math.ceil(count / step) * width)
  for (let i = 0; i * step < count; i++) {
    kept.set(data.subarray(i * step * width, (i * step + 1) * width), i * width)
  }
  return { data: kept, width }
}

function standardise({ data, width }: Rows): Float32Array {
  const scaled = new Float32Array(data.length)
  const count = data.length / width
  for (let d = 0; d < width; d++) {
    let [sum, squares] = [0, 0]
    for (let i = d; i < data.length; i += width) {
      sum += data[i]!
      squares += data[i]! ** 2
    }
    const mean = sum / count
    const spread = Math.sqrt(Math.max(squares / count - mean * mean, 1e-12))
    for (let i = d; i < data.length; i += width) scaled[i] = (data[i]! - mean) / spread
  }
  return scaled
}

/** The first centre anywhere, each further one at a row drawn by its squared distance to the nearest. */
function* seedCentres(
  { data, width }: Rows,
  k: number,
  random: Random,
): Generator<undefined, Float64Array> {
  const count = data.length / width
  const centres = new Float64Array(k * width)
  const nearest = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  let chosen = Math.floor(random.uniform() * count)
  for (let c = 0; c < k; c++) {
    centres.set(data.subarray(chosen * width, (chosen + 1) * width), c * width)
    let total = 0
    for (let i = 0; i < count; i++) {
      nearest[i] = Math.min(nearest[i]!, squaredDistance(data, i, centres, c, width))
      total += nearest[i]!
    }
    let rest = random.uniform() * total
    for (chosen = 0; chosen < count - 1 && rest >= nearest[chosen]!; chosen++) {
      rest -= nearest[chosen]!
    }
    yield
  }
  return centres
}

function squaredDistance(
  data: Float32Array,
  i: number,
  centres: Float64Array,
  c: number,
  width: number,
  limit = Number.POSITIVE_INFINITY,
): number {
  let sum = 0
  const [p, q] = [i * width, c * width]
  for (let d = 0; d < width && sum < limit; d++) sum += (data[p + d]! - centres[q + d]!) ** 2
  return sum
}

function* assign(
  { data, width }: Rows,
  centres: Float64Array,
  labels: Uint16Array,
): Generator<undefined, void> {
  const k = centres.length / width
  for (let i = 0; i < labels.length; i++) {
    let best = squaredDistance(data, i, centres, labels[i]!, width)
    for (let c = 0; c < k; c++) {
      const distance = squaredDistance(data, i, centres, c, width, best)
      if (distance < best) [best, labels[i]] = [distance, c]
    }
    if (i % ROWS_A_TURN === ROWS_A_TURN - 1) yield
  }
}

/** A cluster that lost all its rows keeps its centre. */
function moveCentres({ data, width }: Rows, centres: Float64Array, labels: Uint16Array): void {
  const sums = new Float64Array(centres.length)
  const counts = new Float64Array(centres.length / width)
  for (let i = 0; i < labels.length; i++) {
    counts[labels[i]!]!++
    for (let d = 0; d < width; d++) sums[labels[i]! * width + d]! += data[i * width + d]!
  }
  for (let j = 0; j < centres.length; j++) {
    const count = counts[Math.floor(j / width)]!
    if (count > 0) centres[j] = sums[j]! / count
  }
}
