import { codeOf } from './code.ts'
import type { Format } from './formats.ts'
import type { WatermarkKey } from './keys.ts'
import type { Grid } from './levels.ts'
import { payloadOf } from './message.ts'
import { BINS, BLOCK_OF_FRAMES, CODE_BITS, PATTERN_FRAMES } from './params.ts'
import { type Pattern, PILOT, patternOf } from './pattern.ts'
import { modulo, type Place, straightTrack, type Track } from './tracks.ts'

const CELLS = PATTERN_FRAMES * BINS

/** A key in one format, and the pattern that they make. */
export interface Keyed {
  secret: WatermarkKey
  format: Format
  pattern: Pattern
}

export function keyedFor(secret: WatermarkKey, format: Format): Keyed {
  return { secret, format, pattern: patternOf(secret, format) }
}

/** What one track reads as. */
export interface Reading {
  /** Null if the format has a keyed check and it does not hold. */
  payload: number | null
  /** The code bits of the likeliest message, 0 or 1. */
  code: Uint8Array
  /** Correlation of all cells, pilot and data, with the read message's pattern, in standard deviations. */
  score: number
  /** Correlation of the data cells alone: what counts where the pilot chose the track. */
  dataScore: number
  /** Correlation of the pilot cells alone. */
  pilotScore: number
}

const folded = new Float32Array(CELLS)
const soft = new Float32Array(CODE_BITS)

/** Reads the evidence along a track: gathers the soft bits, finds the likeliest message and scores the whole pattern that it implies. */
export function readTrack(evidence: Grid, phases: number, track: Track, keyed: Keyed): Reading {
  foldTrack(evidence, phases, track)
  return readFolded(keyed)
}

/** Adds up all periods of the pattern along a track; a sum over the result has its square sum as variance. */
export function foldTrack(evidence: Grid, phases: number, track: Track): Float32Array {
  folded.fill(0)
  const blockHops = track.blockFrames * phases
  for (const [i, places] of track.places.entries()) {
    const start = (track.from + i) * blockHops
    const end = Math.min(start + blockHops, evidence.hops)
    for (const place of places) foldPlace(evidence, phases, start, end, place)
  }
  return folded
}

/** Adds the hops from `start` to `end` that stand at one place. */
function foldPlace(
  { values }: Grid,
  phases: number,
  start: number,
  end: number,
  { alignment, weight }: Place,
): void {
  const period = PATTERN_FRAMES * phases
  for (let hop = start + modulo(-alignment - start, phases); hop < end; hop += phases) {
    const target = (((hop + alignment) % period) / phases) * BINS
    const source = hop * BINS
    for (let k = 0; k < BINS; k++) folded[target + k]! += weight * values[source + k]!
  }
}

/** The track of a clip that is marked from its first frame on, which falls on a frame of the pattern; one phase. */
export function straightFrom(frames: number, startFrame: number): Track {
  const blocks = Math.ceil(frames / BLOCK_OF_FRAMES)
  return straightTrack(0, blocks, BLOCK_OF_FRAMES, startFrame)
}

function readFolded(keyed: Keyed): Reading {
  const { pattern, secret, format } = keyed
  const { pilot, pilotEnergy, dataEnergy } = gather(pattern)
  const message = codeOf(format).decode(soft)
  const code = codeOf(format).encode(message)
  const data = correlate(code)
  return {
    payload: payloadOf(message, secret, format),
    code,
    score: inDeviations(pilot + data, pilotEnergy + dataEnergy),
    dataScore: inDeviations(data, dataEnergy),
    pilotScore: inDeviations(pilot, pilotEnergy),
  }
}

/**
 * How much likelier the message of a track is than the next likely one, as the logarithm of their
 * likelihoods' ratio: the likeliest message with each bit turned over in its turn is sought.
 */
export function logLead(evidence: Grid, phases: number, track: Track, keyed: Keyed): number {
  foldTrack(evidence, phases, track)
  const { dataEnergy } = gather(keyed.pattern)
  const code = codeOf(keyed.format)
  const message = code.decode(soft)
  const best = correlate(code.encode(message))
  let second = Number.NEGATIVE_INFINITY
  for (let bit = 0; bit < keyed.format.messageBits; bit++) {
    const other = code.decode(soft, { bit, value: 1 - message[bit]! })
    second = Math.max(second, correlate(code.encode(other)))
  }
  return dataEnergy > 0 ? (best * (best - second)) / dataEnergy : 0
}

function correlate(code: Uint8Array): number {
  let sum = 0
  for (let bit = 0; bit < CODE_BITS; bit++) sum += code[bit] ? soft[bit]! : -soft[bit]!
  return sum
}

/** The sign of every cell of one period for given code bits: what a reader that knows the message expects. */
export function expectedSigns(pattern: Pattern, code: Uint8Array): Int8Array {
  return pattern.sign.map((sign, cell) => {
    const bit = pattern.codeBit[cell]!
    return bit === PILOT || code[bit] ? sign : -sign
  })
}

/** Fills `soft` with the code bits' sums, and adds up the pilot. */
function gather({ sign, codeBit }: Pattern) {
  soft.fill(0)
  let [pilot, pilotEnergy, dataEnergy] = [0, 0, 0]
  for (let cell = 0; cell < CELLS; cell++) {
    const value = sign[cell]! * folded[cell]!
    const bit = codeBit[cell]!
    if (bit === PILOT) {
      pilot += value
      pilotEnergy += value * value
    } else {
      soft[bit]! += value
      dataEnergy += value * value
    }
  }
  return { pilot, pilotEnergy, dataEnergy }
}

function inDeviations(sum: number, energy: number): number {
  return energy > 0 ? sum / Math.sqrt(energy) : 0
}
