import type { Format } from './formats.ts'
import { CODE_BITS } from './params.ts'

const codes = new Map<number, ConvolutionalCode>()

/** Most that a path may add up to: twice that lies between two of them, and NEVER below, in 32 bits. */
const MOST_METRIC = 2 ** 28
/** The metric of a state that no path may be in. */
const NEVER = -(2 ** 30)

/** The code of a format, made once. */
export function codeOf(format: Format): ConvolutionalCode {
  const code = codes.get(format.version) ?? new ConvolutionalCode(format)
  codes.set(format.version, code)
  return code
}

/**
 * Tail-biting convolutional code: a format's message to CODE_BITS bits, with no bits lost to a tail, so
 * that all are protected alike.
 * @see H. Ma, J. Wolf, "On tail biting convolutional codes", IEEE Trans. Comm. 34(2), 1986
 */
class ConvolutionalCode {
  readonly #bits: number
  readonly #rate: number
  readonly #memory: number
  readonly #states: number
  /** Steps before the lap that is kept, until the paths from unknown states have merged. */
  readonly #lead: number
  readonly #steps: number
  // A register is the new bit above `memory` older ones; its outputs, one bit a generator.
  readonly #outputs: Uint16Array
  readonly #decisions: Uint8Array
  /** The soft bits in whole numbers, so that paths are compared without a jump in the program, which half of the time would be foretold wrong. */
  readonly #soft = new Int32Array(CODE_BITS)
  readonly #branch: Int32Array
  #metric: Int32Array
  #nextMetric: Int32Array

  constructor({ messageBits, codeRate, codeMemory, generators }: Format) {
    this.#bits = messageBits
    this.#rate = codeRate
    this.#memory = codeMemory
    this.#states = 1 << codeMemory
    this.#lead = messageBits
    this.#steps = 2.5 * messageBits
    this.#outputs = Uint16Array.from({ length: 2 * this.#states }, (_, register) =>
      generators.reduce((bits, generator) => (bits << 1) | parity(register & generator), 0),
    )
    this.#decisions = new Uint8Array(this.#steps * this.#states)
    this.#branch = new Int32Array(1 << codeRate)
    this.#metric = new Int32Array(this.#states)
    this.#nextMetric = new Int32Array(this.#states)
  }

  /** CODE_BITS bits (0 or 1) of a message. */
  encode(message: Uint8Array): Uint8Array {
    const code = new Uint8Array(CODE_BITS)
    const rate = this.#rate
    let state = 0
    for (let i = this.#bits - this.#memory; i < this.#bits; i++) {
      state = this.#push(state, message[i]!) >> 1
    }
    for (let i = 0; i < this.#bits; i++) {
      const register = this.#push(state, message[i]!)
      for (let j = 0; j < rate; j++) {
        code[i * rate + j] = (this.#outputs[register]! >> (rate - 1 - j)) & 1
      }
      state = register >> 1
    }
    return code
  }

  /**
   * The likeliest message for CODE_BITS soft bits (positive: 1; the size is the certainty, any unit), by a
   * Viterbi search that goes round the circular trellis two and a half times and keeps the middle lap; of those with one bit
   * as forced, if it is.
   * @see A. Viterbi, "Error bounds for convolutional codes", IEEE Trans. IT 13(2), 1967;
   *   R. Cox, C.-E. Sundberg, "An efficient adaptive circular Viterbi algorithm", IEEE Trans. VT 43(1), 1994
   */
  decode(soft: Float32Array, forced?: { bit: number; value: number }): Uint8Array {
    this.#round(soft)
    this.#metric.fill(0)
    for (let step = 0; step < this.#steps; step++) {
      this.#weighBranches((step % this.#bits) * this.#rate)
      this.#advance(step * this.#states)
      if (forced && step % this.#bits === forced.bit) this.#force(forced.value)
    }
    return this.#traceBack()
  }

  /** The soft bits so large as a path's sum leaves room for. */
  #round(soft: Float32Array): void {
    let largest = 0
    for (const value of soft) largest = Math.max(largest, Math.abs(value))
    const scale = largest > 0 ? MOST_METRIC / (this.#steps * this.#rate * largest) : 0
    for (let i = 0; i < CODE_BITS; i++) this.#soft[i] = Math.round(soft[i]! * scale)
  }

  /** The sum for every pattern of output bits: the lowest bit that is set turns one term over. */
  #weighBranches(at: number): void {
    const rate = this.#rate
    const soft = this.#soft
    const branch = this.#branch
    let none = 0
    for (let j = 0; j < rate; j++) none -= soft[at + j]!
    branch[0] = none
    for (let bits = 1; bits < branch.length; bits++) {
      const lowest = bits & -bits
      const j = rate - 1 - (31 - Math.clz32(lowest))
      branch[bits] = branch[bits ^ lowest]! + 2 * soft[at + j]!
    }
  }

  /**
   * One step, two states at a time: every generator takes the newest and the oldest bit, so that of the
   * four branches between two states and their two successors one pair is the negative of the other.
   */
  #advance(row: number): void {
    const metric = this.#metric
    const nextMetric = this.#nextMetric
    const branch = this.#branch
    const outputs = this.#outputs
    const decisions = this.#decisions
    const half = this.#states / 2
    for (let state = 0; state < half; state++) {
      const even = metric[2 * state]!
      const odd = metric[2 * state + 1]!
      const gain = branch[outputs[2 * state]!]!
      const low = even - odd + 2 * gain
      const high = even - odd - 2 * gain
      // All ones where the odd state's path is better, else 0.
      const lowOdd = low >> 31
      const highOdd = high >> 31
      nextMetric[state] = even + gain - (low & lowOdd)
      nextMetric[state + half] = even - gain - (high & highOdd)
      decisions[row + state] = lowOdd & 1
      decisions[row + state + half] = highOdd & 1
    }
    this.#metric = nextMetric
    this.#nextMetric = metric
  }

  /** Leaves only the states whose newest bit has this value; they are one half of all. */
  #force(value: number): void {
    const half = this.#states / 2
    this.#metric.fill(NEVER, value === 1 ? 0 : half, value === 1 ? half : this.#states)
  }

  #traceBack(): Uint8Array {
    const message = new Uint8Array(this.#bits)
    const metric = this.#metric
    let state = 0
    for (let s = 1; s < this.#states; s++) if (metric[s]! > metric[state]!) state = s
    for (let step = this.#steps - 1; step >= this.#lead; step--) {
      const at = step - this.#lead
      if (at < this.#bits) message[at] = state >> (this.#memory - 1)
      const older = this.#decisions[step * this.#states + state]!
      state = (2 * state + older) & (this.#states - 1)
    }
    return message
  }

  #push(state: number, bit: number): number {
    return (bit << this.#memory) | state
  }
}

function parity(value: number): number {
  let odd = 0
  for (let rest = value; rest !== 0; rest &= rest - 1) odd ^= 1
  return odd
}
