/** What distortion does not tell: broken samples, clicks, loudness, noise, muffled or shrill spectra. */
import { integratedLoudness, type Pcm, resample } from '../../../packages/audio/index.ts'
import { BANDS } from '../../../packages/speech/src/conversion/aperiodicity.ts'
import { joinRecordings, spreadOver } from '../../../packages/speech/src/conversion/corpus.ts'
import { analyse, type Features } from '../../../packages/speech/src/conversion/features.ts'
import { RATE_HZ } from '../../../packages/speech/src/conversion/frames.ts'
import { round } from '../../lib/report.ts'
import { mean } from './speakers.ts'

/** Figures of converted sentences beside the base's and the talent's own of the same texts. */
export function qualityRow(
  base: readonly Pcm[],
  converted: readonly Pcm[],
  talent: readonly Pcm[],
) {
  const [heard, own] = [converted.map(analyse), talent.map(analyse)]
  const [spread, ownSpread] = [heard, own].map((features) => {
    const corpus = joinRecordings(features)
    return spreadOver(corpus.values, corpus.speech)
  }) as [ReturnType<typeof spreadOver>, ReturnType<typeof spreadOver>]
  return {
    brokenSamples: converted.reduce(
      (count, { samples }) => count + samples.filter((sample) => !Number.isFinite(sample)).length,
      0,
    ),
    loudnessChangeLu: round(
      mean(converted.map((pcm, i) => integratedLoudness(pcm) - integratedLoudness(base[i]!))),
      2,
    ),
    crest: round(mean(converted.map(crestOfCurvature)), 1),
    crestOfTalent: round(mean(talent.map(crestOfCurvature)), 1),
    noise: noiseOf(heard),
    noiseOfTalent: noiseOf(own),
    // 1: the spectrum moves as much as the talent's; under 1: muffled by averaging.
    spread: round(mean([...spread.spread].map((value, d) => value / ownSpread.spread[d]!)), 2),
    // c1 is the tilt of the spectrum: the difference in dB between its low and its high end.
    tiltErrorDb: round((40 / Math.LN10) * (spread.mean[0]! - ownSpread.mean[0]!), 1),
  }
}

/** The largest bend of the waveform over its root mean square: a click stands out of speech's 10 to 25. */
function crestOfCurvature(pcm: Pcm): number {
  const { samples } = resample(pcm, RATE_HZ)
  let [most, sum] = [0, 0]
  for (let n = 2; n < samples.length; n++) {
    const bend = samples[n]! - 2 * samples[n - 1]! + samples[n - 2]!
    most = Math.max(most, Math.abs(bend))
    sum += bend * bend
  }
  return most / Math.sqrt(sum / samples.length)
}

/** Geometric mean share of noise in each band of voiced speech. */
function noiseOf(recordings: readonly Features[]): string {
  const { f0, aperiodicity, speech } = joinRecordings(recordings)
  const voiced = [...f0.keys()].filter((t) => f0[t]! > 0 && speech[t] === 1)
  return Array.from({ length: BANDS }, (_, band) =>
    Math.exp(mean(voiced.map((t) => Math.log(aperiodicity[t * BANDS + band]!)))).toFixed(2),
  ).join(' ')
}
