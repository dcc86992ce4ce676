import { CODE_BITS, CODE_MEMORY, CODE_RATE, GENERATORS, MESSAGE_BITS } from './params.ts'

const STATES = 1 << CODE_MEMORY
const OUTPUTS = 1 << CODE_RATE
/** Steps before and after the lap that is kept, until the paths from unknown states have merged. */
const LEAD = MESSAGE_BITS
const TRAIL = MESSAGE_BITS / 2
const STEPS = LEAD + MESSAGE_BITS + TRAIL

// A register is the new bit above CODE_MEMORY older ones; its outputs, one bit a generator.
const outputs = Uint8Array.from({ length: 2 * STATES }, (_, register) =>
  GENERATORS.reduce((bits, generator) => (bits << 1) | parity(register & generator), 0),
)
const decisions = new Uint8Array(STEPS * STATES)
const branch = new Float32Array(OUTPUTS)
let metric = new Float32Array(STATES)
let nextMetric = new Float32Array(STATES)

/**
 * Tail-biting convolutional code: MESSAGE_BITS bits (0 or 1) to CODE_BITS bits, CODE_RATE for each,
 * with no bits lost to a tail, so that all are protected alike.
 * @see H. Ma, J. Wolf, "On tail biting convolutional codes", IEEE Trans. Comm. 34(2), 1986
 */
export function encode(message: Uint8Array): Uint8Array {
  const code = new Uint8Array(CODE_BITS)
  let state = 0
  for (let i = MESSAGE_BITS - CODE_MEMORY; i < MESSAGE_BITS; i++)
    state = push(state, message[i]!) >> 1
  for (let i = 0; i < MESSAGE_BITS; i++) {
    const register = push(state, message[i]!)
    for (let j = 0; j < CODE_RATE; j++) {
      code[i * CODE_RATE + j] = (outputs[register]! >> (CODE_RATE - 1 - j)) & 1
    }
    state = register >> 1
  }
  return code
}

/**
 * The likeliest message for CODE_BITS soft bits (positive: 1; the size is the certainty, any unit),
 * by a Viterbi search that goes round the circular trellis two and a half times and keeps the middle lap.
 * @see A. Viterbi, "Error bounds for convolutional codes", IEEE Trans. IT 13(2), 1967;
 *   R. Cox, C.-E. Sundberg, "An efficient adaptive circular Viterbi algorithm", IEEE Trans. VT 43(1), 1994
 */
export function decode(soft: Float32Array): Uint8Array {
  metric.fill(0)
  for (let step = 0; step < STEPS; step++) {
    weighBranches(soft, (step % MESSAGE_BITS) * CODE_RATE)
    advance(step * STATES)
  }
  return traceBack(bestState())
}

function weighBranches(soft: Float32Array, at: number): void {
  for (let bits = 0; bits < OUTPUTS; bits++) {
    let sum = 0
    for (let j = 0; j < CODE_RATE; j++) {
      sum += (bits >> (CODE_RATE - 1 - j)) & 1 ? soft[at + j]! : -soft[at + j]!
    }
    branch[bits] = sum
  }
}

/**
 * One step, two states at a time: every generator takes the newest and the oldest bit, so that of the
 * four branches between two states and their two successors one pair is the negative of the other.
 */
function advance(row: number): void {
  for (let state = 0; state < STATES / 2; state++) {
    const even = metric[2 * state]!
    const odd = metric[2 * state + 1]!
    const gain = branch[outputs[2 * state]!]!
    const lowOdd = odd - gain > even + gain
    const highOdd = odd + gain > even - gain
    nextMetric[state] = lowOdd ? odd - gain : even + gain
    nextMetric[state + STATES / 2] = highOdd ? odd + gain : even - gain
    decisions[row + state] = lowOdd ? 1 : 0
    decisions[row + state + STATES / 2] = highOdd ? 1 : 0
  }
  const kept = metric
  metric = nextMetric
  nextMetric = kept
}

function bestState(): number {
  let best = 0
  for (let state = 1; state < STATES; state++) if (metric[state]! > metric[best]!) best = state
  return best
}

function traceBack(last: number): Uint8Array {
  const message = new Uint8Array(MESSAGE_BITS)
  let state = last
  for (let step = STEPS - 1; step >= LEAD; step--) {
    if (step < LEAD + MESSAGE_BITS) message[step - LEAD] = state >> (CODE_MEMORY - 1)
    state = (2 * state + decisions[step * STATES + state]!) & (STATES - 1)
  }
  return message
}

function push(state: number, bit: number): number {
  return (bit << CODE_MEMORY) | state
}

function parity(value: number): number {
  let odd = 0
  for (let rest = value; rest !== 0; rest &= rest - 1) odd ^= 1
  return odd
}
