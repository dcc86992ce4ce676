/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** Even in 0 (inclusive) to 1 (exclusive). */
  uniform(): number
  /** Normal with mean 0 and variance 1. */
  normal(): number
}

/**
 * A generator from a whole-number seed: T. Ettinger's mulberry32 (public domain) for the even numbers (32 bits of
 * state, period 2^32) and Box & Muller 1958 for the normal ones. For signals and starts, not for secrets.
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  let spare: number | undefined
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = () => {
    const kept = spare
    spare = undefined
    if (kept !== undefined) return kept
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()))
    const angle = 2 * Math.PI * uniform()
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
  return { uniform, normal }
}
