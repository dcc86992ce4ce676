import { readFileSync } from 'node:fs'
import type { Background, TotalVariability } from './total-variability.ts'

/** Of the model that comes with the package; raised whenever it is made anew. */
export const SPEAKER_MODEL_VERSION = 1

/** Everything that was learnt about how voices differ; made by `scripts/speaker-model`. */
export interface SpeakerModel {
  /** Embeddings of different versions cannot be compared. */
  version: number
  background: Background
  space: TotalVariability
  /** Of all points. */
  mean: Float64Array
  /** `dimensions` rows: brings points to where each speaker's own scatter has variance 1 in every direction … */
  projection: Float64Array
  /** … and the speakers' has these, largest first. */
  between: Float64Array
  /** Variance that a clip of one second adds to a speaker's own scatter; it falls with the length. */
  shortness: number
}

const HEADER_BYTES = 32
const MAGIC = 0x31535656
/** Steps of a loading, of the largest in its Gaussian. */
const STEPS = 32_767

/** Bytes of a model: seven whole numbers, then its arrays as floats, the loadings as 16-bit numbers with a scale for each Gaussian. */
export function encodeSpeakerModel(model: SpeakerModel): Uint8Array {
  const { background, space, between } = model
  const { mixtures, width } = background
  const perMixture = width * space.rank
  const scales = new Float32Array(mixtures)
  const steps = new Int16Array(space.loadings.length)
  for (let m = 0; m < mixtures; m++) {
    const own = space.loadings.subarray(m * perMixture, (m + 1) * perMixture)
    scales[m] = own.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / STEPS
    for (let i = 0; i < perMixture; i++)
      steps[m * perMixture + i] = Math.round(own[i]! / scales[m]!)
  }
  const header = new Uint32Array(HEADER_BYTES / 4)
  header.set([MAGIC, model.version, mixtures, width, space.rank, between.length])
  const floats = [
    background.weights,
    background.means,
    background.variances,
    scales,
    model.mean,
    model.projection,
    between,
  ]
  const parts = [
    header,
    Float32Array.of(model.shortness),
    ...floats.map((values) => Float32Array.from(values)),
    steps,
  ]
  return Buffer.concat(
    parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)),
  )
}

/** Undoes `encodeSpeakerModel`. Throws RangeError for bytes that are no model. */
export function decodeSpeakerModel(bytes: Uint8Array): SpeakerModel {
  const { buffer } = new Uint8Array(bytes)
  const [magic, version, mixtures, width, rank, dimensions] = new Uint32Array(
    buffer,
    0,
    6,
  ) as unknown as number[]
  if (magic !== MAGIC) throw new RangeError('these bytes are no speaker model')
  let at = HEADER_BYTES
  const take = (count: number) => {
    const values = Float64Array.from(new Float32Array(buffer, at, count))
    at += 4 * count
    return values
  }
  const [shortness] = take(1)
  const [m, w, r, d] = [mixtures!, width!, rank!, dimensions!]
  const background = {
    mixtures: m,
    width: w,
    weights: take(m),
    means: take(m * w),
    variances: take(m * w),
  }
  const scales = take(m)
  const [mean, projection, between] = [take(r), take(d * r), take(d)]
  const steps = new Int16Array(buffer, at, m * w * r)
  const loadings = Float64Array.from(steps, (step, i) => step * scales[Math.floor(i / (w * r))]!)
  return {
    version: version!,
    background,
    space: { rank: r, loadings },
    mean,
    projection,
    between,
    shortness: shortness!,
  }
}

let loaded: SpeakerModel | undefined

/** The model that comes with the package; read at the first use. */
export function speakerModel(): SpeakerModel {
  loaded ??= decodeSpeakerModel(readFileSync(new URL('../../speaker-model.bin', import.meta.url)))
  return loaded
}
