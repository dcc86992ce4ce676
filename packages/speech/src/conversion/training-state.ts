import type { Path } from './dtw.ts'
import type { Features } from './features.ts'
import type { Mapping } from './mapping.ts'
import { decodeRecord, encodeRecord } from './record.ts'

/**
 * What training has worked out so far; `pairs` and `mapping` are there once their stage is done. It holds
 * everything that later stages need, so the recordings need not be read again.
 */
export interface TrainingState {
  base: Features[]
  talent: Features[]
  /** Frames that belong together, numbered through all recordings of a speaker. */
  pairs?: Path
  mapping?: Mapping
}

const KIND = 'vv-training'
const VERSION = 1
const FEATURES = ['f0', 'mcep', 'aperiodicity', 'levelDb'] as const

/** A state as bytes: about 1.5 MB per minute of audio. */
export function encodeTrainingState({ base, talent, pairs, mapping }: TrainingState): Uint8Array {
  const { width, ...arrays } = mapping ?? {}
  const numbers = { base: shapeOf(base), talent: shapeOf(talent), paired: !!pairs, width }
  return encodeRecord(KIND, VERSION, numbers, {
    ...packed('base', base),
    ...packed('talent', talent),
    ...(pairs && { 'pairs.a': pairs.a, 'pairs.b': pairs.b }),
    ...arrays,
  })
}

/** Undoes `encodeTrainingState`. Throws SpeechError `engine_failed` for bytes that are none. */
export function decodeTrainingState(bytes: Uint8Array): TrainingState {
  const { numbers, arrays } = decodeRecord(KIND, VERSION, bytes)
  const { base, talent, paired, width } = numbers as {
    base: Shape[]
    talent: Shape[]
    paired: boolean
    width?: number
  }
  const state: TrainingState = {
    base: unpacked('base', base, arrays),
    talent: unpacked('talent', talent, arrays),
  }
  const { 'pairs.a': a, 'pairs.b': b, ...rest } = arrays
  if (paired) state.pairs = { a: a as Int32Array, b: b as Int32Array }
  if (width !== undefined) state.mapping = mappingFrom(width, rest as Record<string, Float32Array>)
  return state
}

interface Shape {
  length: number
  frames: number
}

function shapeOf(recordings: Features[]): Shape[] {
  return recordings.map(({ length, f0 }) => ({ length, frames: f0.length }))
}

/** Each kind of feature of all recordings end to end. */
function packed(who: string, recordings: Features[]): Record<string, Float32Array> {
  const entries = FEATURES.map((name) => {
    const joined = new Float32Array(recordings.reduce((sum, one) => sum + one[name].length, 0))
    let at = 0
    for (const one of recordings) {
      joined.set(one[name], at)
      at += one[name].length
    }
    return [`${who}.${name}`, joined]
  })
  return Object.fromEntries(entries)
}

function unpacked(
  who: string,
  shapes: Shape[],
  arrays: Record<string, ArrayLike<number>>,
): Features[] {
  const frames = shapes.reduce((sum, shape) => sum + shape.frames, 0)
  let first = 0
  return shapes.map(({ length, frames: count }) => {
    const part = (name: string) => {
      const joined = arrays[`${who}.${name}`] as Float32Array
      const width = joined.length / frames
      return joined.slice(first * width, (first + count) * width)
    }
    const [f0, mcep, aperiodicity, levelDb] = FEATURES.map(part)
    first += count
    return { length, f0: f0!, mcep: mcep!, aperiodicity: aperiodicity!, levelDb: levelDb! }
  })
}

function mappingFrom(width: number, arrays: Record<string, Float32Array>): Mapping {
  const { weights, sourceMeans, sourceCovariances, targetMeans, regressions, targetVariances } =
    arrays
  return {
    width,
    weights: weights!,
    sourceMeans: sourceMeans!,
    sourceCovariances: sourceCovariances!,
    targetMeans: targetMeans!,
    regressions: regressions!,
    targetVariances: targetVariances!,
  }
}
