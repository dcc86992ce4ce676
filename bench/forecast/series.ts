/** Daily royalties as talents might have them, from a seed: trend, weekdays, gaps without a sale, bursts. */
export interface Series {
  kind: string
  values: number[]
}

/** mulberry32, so that a series can be made again from its seed. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A standard normal value by Box and Muller. */
function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

export const kinds = ['level', 'trend', 'weekday', 'gaps', 'bursts', 'everything'] as const

export function makeSeries(kind: (typeof kinds)[number], days: number, seed: number): Series {
  const next = random(seed * 7919 + kinds.indexOf(kind))
  const all = kind === 'everything'
  const level = 0.5 + 4 * next()
  const noise = 0.1 + 0.3 * next()
  const slope = kind === 'trend' || all ? (next() - 0.35) * 2 * (level / 120) : 0
  const weekend = kind === 'weekday' || all ? 0.2 + 0.4 * next() : 1
  const values: number[] = []
  let gapLeft = 0
  for (let day = 0; day < days; day++) {
    const base = Math.max(0.05, level + slope * day) * (day % 7 >= 5 ? weekend : 1)
    let value = base * Math.exp(noise * normal(next) - (noise * noise) / 2)
    if (kind === 'gaps' || all) {
      if (gapLeft === 0 && next() < 0.04) gapLeft = 1 + Math.floor(next() * 4)
      if (gapLeft > 0) {
        gapLeft--
        value = 0
      }
    }
    if ((kind === 'bursts' || all) && next() < 0.03) value *= 4 + 6 * next()
    values.push(value)
  }
  return { kind, values }
}
