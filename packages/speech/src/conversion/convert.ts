import type { Pcm } from '@viva-voce/audio'
import { BANDS } from './aperiodicity.ts'
import { spectraOf } from './corpus.ts'
import type { Rows } from './dtw.ts'
import { analyseInSteps, type Features, setLevel } from './features.ts'
import { COEFFICIENTS, MAX_F0_HZ, MIN_F0_HZ } from './frames.ts'
import { Mapper } from './mapping.ts'
import { withDeltas } from './mlpg.ts'
import type { VoiceModel } from './model.ts'
import { runAtOnce, runInTurns } from './turns.ts'
import { synthesiseInSteps } from './vocoder.ts'

/**
 * How much of the base's own spectrum stays in what is spoken. A mapping averages what tells phones apart, and a
 * recogniser mistakes fewer words with a little of the base left: decision 0028 has what each share wins and costs.
 */
const BASE_SHARE = 0.15

/** Kept between sentences: a model's factors take longer to compute than a short sentence. */
const mappers = new WeakMap<VoiceModel, Mapper>()

/**
 * A sentence of the base voice as the talent would say it: 16 kHz, as long as the original, as loud frame by
 * frame (so silence stays silent), for audio at any rate; empty audio stays empty. Deterministic. Throws
 * SpeechError `cancelled`, and `engine_failed` for samples that are not finite numbers.
 */
export async function convert(pcm: Pcm, model: VoiceModel, signal?: AbortSignal): Promise<Pcm> {
  return runInTurns(convertInSteps(pcm, model), signal)
}

function* convertInSteps(pcm: Pcm, model: VoiceModel): Generator<undefined, Pcm> {
  const source = yield* analyseInSteps(pcm)
  return yield* synthesiseInSteps(yield* convertFeaturesInSteps(source, model))
}

/** The conversion between analysis and synthesis. */
export function convertFeatures(source: Features, model: VoiceModel): Features {
  return runAtOnce(convertFeaturesInSteps(source, model))
}

/** The same, giving the caller a turn every few seconds of audio. */
export function* convertFeaturesInSteps(
  source: Features,
  model: VoiceModel,
): Generator<undefined, Features> {
  const mapper = mappers.get(model) ?? new Mapper(model.mapping, model.exemplars)
  mappers.set(model, mapper)
  const own = spectraOf(source)
  const { spectra, posteriors } = yield* mapper.mapInSteps(withDeltas(own))
  const converted: Features = {
    length: source.length,
    f0: convertPitch(source.f0, model),
    mcep: blend(own, widen(spectra, model)),
    aperiodicity: convertNoise(posteriors, source.f0, model),
    levelDb: source.levelDb,
  }
  for (let t = 0; t < source.f0.length; t++) setLevel(converted, t)
  return converted
}

/** log F0 moved and scaled to the talent's mean and spread (Toda et al. 2007, section V-A). */
function convertPitch(f0: Float32Array, { pitch: { base, talent } }: VoiceModel): Float32Array {
  const scale = talent.spread / base.spread
  return f0.map((hertz) => {
    if (hertz === 0) return 0
    const moved = Math.exp(talent.mean + (Math.log(hertz) - base.mean) * scale)
    return Math.min(MAX_F0_HZ, Math.max(MIN_F0_HZ, moved))
  })
}

/** Mel-cepstra with the talent's variance again, which averaging took; c0 is 0 for now. */
function widen({ data, width }: Rows, { variance: { centre, gain } }: VoiceModel): Float32Array {
  const count = data.length / width
  const mcep = new Float32Array(count * COEFFICIENTS)
  for (let t = 0; t < count; t++) {
    for (let d = 0; d < width; d++) {
      const value = centre[d]! + (data[t * width + d]! - centre[d]!) * gain[d]!
      mcep[t * COEFFICIENTS + d + 1] = value
    }
  }
  return mcep
}

/** Moves mel-cepstra (in place) toward the base's spectra by BASE_SHARE; c0 stays. */
function blend({ data, width }: Rows, mcep: Float32Array): Float32Array {
  for (let i = 0; i < data.length; i++) {
    const at = Math.floor(i / width) * COEFFICIENTS + (i % width) + 1
    mcep[at]! += BASE_SHARE * (data[i]! - mcep[at]!)
  }
  return mcep
}

/** The talent's share of noise as the Gaussians of each voiced frame have it; 1 where unvoiced. */
function convertNoise(posteriors: Rows, f0: Float32Array, { noise }: VoiceModel): Float32Array {
  const shares = new Float32Array(f0.length * BANDS).fill(1)
  for (let t = 0; t < f0.length; t++) {
    if (f0[t] === 0) continue
    for (let band = 0; band < BANDS; band++) {
      let log = 0
      for (let m = 0; m < posteriors.width; m++) {
        log += posteriors.data[t * posteriors.width + m]! * noise[m * BANDS + band]!
      }
      shares[t * BANDS + band] = Math.exp(log)
    }
  }
  return shares
}
