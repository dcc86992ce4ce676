/**
 * Integrated loudness by Recommendation ITU-R BS.1770-5 (11/2023; for one channel the same as BS.1770-4),
 * annex 1: K-weighting, 400 ms blocks with 75 % overlap, an absolute and a relative gate.
 * A mono file counts as one channel with weight 1, as ffmpeg's ebur128 does (not as dual mono, +3 LU).
 */
import { AudioError } from './error.ts'
import type { Pcm } from './pcm.ts'

/** −0.691 LU makes a 997 Hz sine of 0 dBFS peak read −3.01 LUFS (BS.1770-5, annex 1, eq. 2). */
const OFFSET_LU = -0.691
const ABSOLUTE_GATE_LUFS = -70
/** 10 LU under the mean of what is over the absolute gate, as power. */
const RELATIVE_GATE = 0.1
/** A block is four steps of 100 ms. */
const STEPS_PER_SECOND = 10
const STEPS_PER_BLOCK = 4
/** The K-weighting's shelf needs room under the Nyquist rate. */
const MIN_RATE_HZ = 8_000
/** Under any signal's rounding: keeps the filters out of slow subnormal numbers in long silence. */
const NEGLIGIBLE = 1e-30

/** Coefficients of a biquad with a0 = 1. */
export interface Biquad {
  b: readonly [number, number, number]
  a: readonly [number, number]
}

/**
 * The two filters of K-weighting for a rate of 8,000 Hz and more: the head's shelf and the low cut ("RLB").
 * BS.1770 tabulates them for 48 kHz only; these are the analogue prototypes behind the tables, warped to
 * any rate (B. De Man, "Evaluation of implementations of the EBU R128 loudness measurement", AES 145, 2018).
 */
export function kWeighting(sampleRateHz: number): { shelf: Biquad; lowCut: Biquad } {
  return { shelf: shelf(sampleRateHz), lowCut: lowCut(sampleRateHz) }
}

function shelf(sampleRateHz: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRateHz)
  const kOverQ = k / 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + kOverQ + k * k
  return {
    b: [
      (high + band * kOverQ + k * k) / a0,
      (2 * (k * k - high)) / a0,
      (high - band * kOverQ + k * k) / a0,
    ],
    a: [(2 * (k * k - 1)) / a0, (1 - kOverQ + k * k) / a0],
  }
}

function lowCut(sampleRateHz: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRateHz)
  const kOverQ = k / 0.5003270373238773
  const a0 = 1 + kOverQ + k * k
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - kOverQ + k * k) / a0] }
}

/**
 * The integrated loudness of a whole clip in LUFS; -Infinity when no block is over −70 LUFS.
 * A clip shorter than 400 ms, of which BS.1770 says nothing, is one block of its own length (not padded:
 * silence around a short word is not part of it). Samples must be finite.
 * Throws AudioError `unsupported_rate` under 8,000 Hz.
 */
export function integratedLoudness(pcm: Pcm): number {
  const meter = new LoudnessMeter(pcm.sampleRateHz)
  meter.push(pcm.samples)
  return meter.integratedLufs()
}

/** What a meter found in samples: energies of the steps that they fell into, and its filters afterwards. */
export interface Weighted {
  length: number
  energies: readonly number[]
  state: Float64Array
}

/** Measures audio that comes in pieces, as if it were one clip; keeps ten numbers a second. */
export class LoudnessMeter {
  readonly #sampleRateHz: number
  readonly #shelf: Biquad
  readonly #lowCut: Biquad
  readonly #state = new Float64Array(4)
  /** Mean weighted power of each whole block. */
  #blocks: number[] = []
  /** Weighted energies and sample counts of the last steps up to a block, the open one last. */
  #energies = [0]
  #counts = [0]
  #steps = 0
  #received = 0

  /** Throws AudioError `unsupported_rate` under 8,000 Hz. */
  constructor(sampleRateHz: number) {
    if (!(sampleRateHz >= MIN_RATE_HZ)) {
      throw new AudioError('unsupported_rate', `loudness at ${sampleRateHz} Hz`)
    }
    this.#sampleRateHz = sampleRateHz
    const { shelf, lowCut } = kWeighting(sampleRateHz)
    this.#shelf = shelf
    this.#lowCut = lowCut
  }

  /** A meter that goes on from here on its own. */
  clone(): LoudnessMeter {
    const copy = new LoudnessMeter(this.#sampleRateHz)
    copy.#state.set(this.#state)
    copy.#blocks = this.#blocks.slice()
    copy.#energies = this.#energies.slice()
    copy.#counts = this.#counts.slice()
    copy.#steps = this.#steps
    copy.#received = this.#received
    return copy
  }

  /** Takes the next samples, which must be finite, in any number, and tells what it measured. */
  push(samples: Float32Array): Weighted {
    const energies = this.#take(samples.length, (from, to) => this.#filter(samples, from, to))
    return { length: samples.length, energies, state: this.#state.slice() }
  }

  /**
   * Takes samples that another meter of as many samples has measured, times `gain`. The same as pushing them when
   * silence lies before them.
   */
  pushMeasured(weighted: Weighted, gain: number): void {
    let step = 0
    this.#take(weighted.length, () => weighted.energies[step++]! * gain ** 2)
    this.#state.set(weighted.state.map((value) => value * gain))
  }

  /** Goes through the next `length` samples step by step and returns what each held by `energyOf`. */
  #take(length: number, energyOf: (from: number, to: number) => number): number[] {
    const energies: number[] = []
    let from = 0
    while (from < length) {
      const boundary = Math.round(((this.#steps + 1) * this.#sampleRateHz) / STEPS_PER_SECOND)
      const to = Math.min(length, from + boundary - this.#received)
      const energy = energyOf(from, to)
      energies.push(energy)
      this.#energies[this.#energies.length - 1]! += energy
      this.#counts[this.#counts.length - 1]! += to - from
      this.#received += to - from
      if (this.#received === boundary) this.#nextStep()
      from = to
    }
    return energies
  }

  /** The loudness of all that came so far, in LUFS, by the rules of {@link integratedLoudness}. */
  integratedLufs(): number {
    const blocks = this.#blocks.length > 0 ? this.#blocks : [this.#meanPower()]
    const absolute = meanOver(blocks, powerOf(ABSOLUTE_GATE_LUFS))
    const gate = Math.max(powerOf(ABSOLUTE_GATE_LUFS), absolute * RELATIVE_GATE)
    return OFFSET_LU + 10 * Math.log10(meanOver(blocks, gate))
  }

  #nextStep(): void {
    const state = this.#state
    for (let i = 0; i < 4; i++) if (Math.abs(state[i]!) < NEGLIGIBLE) state[i] = 0
    this.#steps++
    if (this.#steps >= STEPS_PER_BLOCK) {
      this.#blocks.push(this.#meanPower())
      this.#energies.shift()
      this.#counts.shift()
    }
    this.#energies.push(0)
    this.#counts.push(0)
  }

  /** Of the steps at hand. */
  #meanPower(): number {
    return sum(this.#energies) / Math.max(1, sum(this.#counts))
  }

  /** Both filters in transposed direct form II, with their state in locals, and what waits for an output added last: this loop is the meter's cost. */
  #filter(samples: Float32Array, from: number, to: number): number {
    const { b, a } = this.#shelf
    const [b0, b1, b2] = b
    const [a1, a2] = a
    const [c1, c2] = this.#lowCut.a
    let [s1, s2, t1, t2] = this.#state as unknown as [number, number, number, number]
    let energy = 0
    for (let i = from; i < to; i++) {
      const x = samples[i]!
      const y = b0 * x + s1
      s1 = b1 * x + s2 - a1 * y
      s2 = b2 * x - a2 * y
      const z = y + t1
      t1 = t2 - 2 * y - c1 * z
      t2 = y - c2 * z
      energy += z * z
    }
    this.#state.set([s1, s2, t1, t2])
    return energy
  }
}

function powerOf(lufs: number): number {
  return 10 ** ((lufs - OFFSET_LU) / 10)
}

/** The mean of the values over a gate; 0 when there are none. */
function meanOver(values: readonly number[], gate: number): number {
  let total = 0
  let count = 0
  for (const value of values) {
    if (value <= gate) continue
    total += value
    count++
  }
  return count === 0 ? 0 : total / count
}

function sum(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}
