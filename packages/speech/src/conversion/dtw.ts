/**
 * Dynamic time warping: H. Sakoe, S. Chiba, "Dynamic programming algorithm optimization for spoken word
 * recognition", IEEE Trans. ASSP 26 (1978): symmetric steps, a diagonal one counting twice, inside a band.
 */
import { runAtOnce } from './turns.ts'

/** Pairs of frames in order: `a[i]` belongs with `b[i]`, from the first of both to the last of both. */
export interface Path {
  a: Int32Array
  b: Int32Array
}

/** Rows of `width` numbers. */
export interface Rows {
  data: Float32Array
  width: number
}

/** How far the path may leave the diagonal: a share of the length, and frames in any case. */
const BAND_SHARE = 0.3
const BAND_FRAMES = 100
const [DIAGONAL, UP, LEFT] = [0, 1, 2]

/** Cells (pairs of rows compared) between two turns of the caller: some tens of milliseconds. */
const CELLS_A_TURN = 300_000

/** Aligns two sequences of rows by the Euclidean distance between rows; empty when one has no rows. */
export function alignRows(a: Rows, b: Rows): Path {
  return runAtOnce(alignRowsInSteps(a, b))
}

/** The same, giving the caller a turn now and then. */
export function* alignRowsInSteps(a: Rows, b: Rows): Generator<undefined, Path> {
  const [n, m] = [a.data.length / a.width, b.data.length / b.width]
  if (n === 0 || m === 0) return { a: new Int32Array(0), b: new Int32Array(0) }
  const reach = Math.ceil(BAND_SHARE * m + BAND_FRAMES + m / n)
  const width = Math.min(m, 2 * reach + 1)
  const startOf = (i: number) => Math.max(0, Math.min(m - width, Math.round((i * m) / n) - reach))
  const steps = new Uint8Array(n * width)
  let before = new Float64Array(m).fill(Number.POSITIVE_INFINITY)
  let row = new Float64Array(m)
  for (let i = 0; i < n; i++) {
    row.fill(Number.POSITIVE_INFINITY)
    const start = startOf(i)
    for (let j = start; j < start + width; j++) {
      const cost = distance(a, i, b, j)
      const left = j > start ? row[j - 1]! + cost : Number.POSITIVE_INFINITY
      const up = before[j]! + cost
      const corner = j > 0 ? before[j - 1]! : Number.POSITIVE_INFINITY
      const diagonal = i === 0 && j === 0 ? cost : corner + 2 * cost
      const best = Math.min(diagonal, up, left)
      row[j] = best
      steps[i * width + j - start] = best === diagonal ? DIAGONAL : best === up ? UP : LEFT
    }
    const swap = before
    before = row
    row = swap
    if (Math.floor((i * width) / CELLS_A_TURN) < Math.floor(((i + 1) * width) / CELLS_A_TURN)) yield
  }
  return walkBack(steps, n, m, width, startOf)
}

function distance(a: Rows, i: number, b: Rows, j: number): number {
  let sum = 0
  const [p, q] = [i * a.width, j * a.width]
  for (let k = 0; k < a.width; k++) sum += (a.data[p + k]! - b.data[q + k]!) ** 2
  return Math.sqrt(sum)
}

function walkBack(
  steps: Uint8Array,
  n: number,
  m: number,
  width: number,
  startOf: (i: number) => number,
): Path {
  const a: number[] = []
  const b: number[] = []
  let [i, j] = [n - 1, m - 1]
  while (i >= 0 && j >= 0) {
    a.push(i)
    b.push(j)
    const step = steps[i * width + j - startOf(i)]
    if (step !== LEFT) i--
    if (step !== UP) j--
  }
  return { a: Int32Array.from(a.reverse()), b: Int32Array.from(b.reverse()) }
}
