import { describe, expect, it } from 'vitest'
import { alignRows } from './dtw.ts'
import { fitGmm, type Gmm, GmmScorer } from './gmm.ts'
import { generateTrajectory, withDeltas } from './mlpg.ts'
import { createRandom } from './random.ts'

const CENTRES = [
  [0, 0, 0, 0],
  [8, -8, 8, 0],
  [16, 8, -8, 8],
] as const

/** Three tilted clouds in four dimensions. */
function clouds(count: number, seed: number) {
  const random = createRandom(seed)
  const data = new Float32Array(count * 4)
  for (let i = 0; i < count; i++) {
    const [a, b, c, d] = [random.normal(), random.normal(), random.normal(), random.normal()]
    const tilted = [a, 0.8 * a + 0.3 * b, c, 0.5 * c + d]
    data.set(
      tilted.map((value, k) => value + CENTRES[i % 3]![k]!),
      i * 4,
    )
  }
  return { data, width: 4 }
}

function fit(blocks: number[], seed = 1): { gmm: Gmm; likelihoods: number[] } {
  const work = fitGmm(clouds(900, 5), { blocks, mixtures: 3, iterations: 15, seed })
  const likelihoods: number[] = []
  for (;;) {
    const step = work.next()
    if (step.done) return { gmm: step.value, likelihoods }
    if (step.value !== undefined) likelihoods.push(step.value)
  }
}

describe('mixture', () => {
  it.each([[[4]], [[2, 2]], [[1, 1, 1, 1]]])(
    'in blocks %j: the likelihood never falls',
    (blocks) => {
      const { likelihoods } = fit(blocks)
      expect(likelihoods).toHaveLength(15)
      for (let i = 1; i < 15; i++)
        expect(likelihoods[i]! - likelihoods[i - 1]!).toBeGreaterThan(-1e-3)
    },
  )

  it('finds the clouds', () => {
    const { gmm } = fit([2, 2])
    const centres = [0, 1, 2].map((m) => gmm.means[4 * m]!).sort((a, b) => a - b)
    centres.forEach((centre, m) => {
      expect(Math.abs(centre - 8 * m)).toBeLessThan(0.4)
    })
    for (const weight of gmm.weights) expect(weight).toBeCloseTo(1 / 3, 1)
  })

  it('gives a density: over a wide grid it sums to one', () => {
    const work = fitGmm(
      { data: Float32Array.from({ length: 400 }, createRandom(9).normal), width: 2 },
      { blocks: [2], mixtures: 2, iterations: 3, seed: 1 },
    )
    let step = work.next()
    while (!step.done) step = work.next()
    const scorer = new GmmScorer(step.value)
    let sum = 0
    for (let x = -6; x < 6; x += 0.1) {
      for (let y = -6; y < 6; y += 0.1) {
        sum += 0.01 * Math.exp(scorer.posteriors(Float32Array.of(x, y), 0, new Float64Array(2)))
      }
    }
    expect(sum).toBeCloseTo(1, 2)
  })

  it('is the same for the same seed', () => {
    expect(fit([4], 2)).toEqual(fit([4], 2))
  })
})

describe('alignment', () => {
  it('finds where rows were repeated', () => {
    const a = { data: Float32Array.of(0, 1, 2, 3, 4), width: 1 }
    const b = { data: Float32Array.of(0, 0, 1, 2, 2, 2, 3, 4), width: 1 }
    const { a: left, b: right } = alignRows(a, b)
    expect([left[0], right[0], left.at(-1), right.at(-1)]).toEqual([0, 0, 4, 7])
    left.forEach((i, k) => {
      expect(a.data[i]).toBe(b.data[right[k]!])
    })
  })

  it('of nothing is nothing', () => {
    const nothing = { data: new Float32Array(0), width: 1 }
    expect(alignRows(nothing, { data: Float32Array.of(1), width: 1 }).a).toHaveLength(0)
  })
})

it('the likeliest trajectory of exact values and slopes is the values', () => {
  const values = { data: Float32Array.from({ length: 40 }, (_, i) => Math.sin(i / 3)), width: 2 }
  const means = withDeltas(values)
  const precisions = { data: new Float32Array(80).fill(2), width: 4 }
  const { data } = generateTrajectory(means, precisions)
  data.forEach((value, i) => {
    expect(value).toBeCloseTo(values.data[i]!, 5)
  })
})
