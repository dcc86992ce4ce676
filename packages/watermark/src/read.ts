import { decode, encode } from './code.ts'
import type { WatermarkKey } from './keys.ts'
import { payloadOf } from './message.ts'
import { BINS, CODE_BITS, PATTERN_FRAMES } from './params.ts'
import { type Pattern, PILOT } from './pattern.ts'
import type { Alignment, Folded } from './sync.ts'

const CELLS = PATTERN_FRAMES * BINS

/** What one alignment reads as. */
export interface Reading {
  alignment: Alignment
  /** Null if the keyed check does not hold. */
  payload: number | null
  /** The code bits of the likeliest message, 0 or 1. */
  code: Uint8Array
  /** Correlation of all cells, pilot and data, with the read message's pattern, in standard deviations. */
  score: number
  /** Correlation of the pilot cells alone, in standard deviations. */
  pilotScore: number
}

const soft = new Float32Array(CODE_BITS)

/** Decodes one alignment: gathers the soft bits, finds the likeliest message, checks it and scores the whole pattern that it implies. */
export function readAt(
  folded: Folded,
  pattern: Pattern,
  secret: WatermarkKey,
  alignment: Alignment,
): Reading {
  const pilot = gather(folded.values, pattern, alignment)
  const message = decode(soft)
  const code = encode(message)
  let sum = pilot.sum
  for (let bit = 0; bit < CODE_BITS; bit++) sum += code[bit] ? soft[bit]! : -soft[bit]!
  const score = sum / Math.sqrt(folded.energy[alignment.phase]!)
  const pilotScore = pilot.sum / Math.sqrt(pilot.energy)
  return { alignment, payload: payloadOf(message, secret), code, score, pilotScore }
}

/** The sign of every cell of one period for given code bits: what a reader that knows the message expects. */
export function expectedSigns(pattern: Pattern, code: Uint8Array): Int8Array {
  return Int8Array.from(pattern.sign, (sign, cell) => {
    const bit = pattern.codeBit[cell]!
    return bit === PILOT || code[bit] ? sign : -sign
  })
}

/** Fills `soft` with the code bits' sums and returns the pilot's with its sum of squares. */
function gather(values: Float32Array, pattern: Pattern, { phase, offset }: Alignment) {
  soft.fill(0)
  const pilot = { sum: 0, energy: 0 }
  const base = phase * CELLS
  for (let frame = 0; frame < PATTERN_FRAMES; frame++) {
    const wrapped = frame < offset ? frame - offset + PATTERN_FRAMES : frame - offset
    for (let k = 0; k < BINS; k++) {
      const cell = frame * BINS + k
      const value = pattern.sign[cell]! * values[base + wrapped * BINS + k]!
      const bit = pattern.codeBit[cell]!
      if (bit !== PILOT) soft[bit]! += value
      else {
        pilot.sum += value
        pilot.energy += value * value
      }
    }
  }
  return pilot
}
