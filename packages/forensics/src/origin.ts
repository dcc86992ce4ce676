/**
 * Signs of what a recording went through before it was uploaded. They are risk signals for a person to weigh, never a
 * cause for refusal: each has innocent explanations, and docs/deepfake-scan.md says how often each is wrong.
 */
import { type Pcm, resample } from '@viva-voce/audio'
import { backgroundStep } from './background-step.ts'
import { frameLevels, SILENT_DB } from './frames.ts'
import { bandLevelDb, longTermSpectrum } from './spectrum.ts'

/** The signs' figures; `null` where there is nothing to measure. */
export interface OriginSigns {
  /** Steepest fall of the long-term spectrum between neighbouring bands of 500 Hz above 3 kHz, in dB: codecs and conversions of rate cut sharply, microphones and rooms do not. */
  bandEdgeDb: number | null
  /** Where that fall is, in hertz. */
  bandEdgeHz: number | null
  /** Largest change of the background between what is before and after any place, in dB: a splice of recordings from different rooms. */
  floorStepDb: number | null
  /** Share of the pauses that is exact digital silence: noise gates, editors and synthesisers make it. */
  digitalSilenceShare: number
  /** Level under 120 Hz against 300 to 3,400 Hz, in dB: small loudspeakers, through which speech is replayed, have little. */
  lowEndDb: number | null
}

const EDGE_BAND_HZ = 500

/** Measures a recording at its own rate or the rate that it is decoded to. */
export function originSigns(pcm: Pcm): OriginSigns {
  const { levelsDb, activeDb } = frameLevels(pcm)
  const edge = bandEdge(pcm)
  const spectrum = longTermSpectrum(resample(pcm, 16_000))
  const speech = bandLevelDb(spectrum, 300, 3_400)
  return {
    bandEdgeDb: edge?.fallDb ?? null,
    bandEdgeHz: edge?.hz ?? null,
    floorStepDb: backgroundStep(pcm),
    digitalSilenceShare: digitalSilence(levelsDb, activeDb),
    lowEndDb: speech > -110 ? bandLevelDb(spectrum, 50, 120) - speech : null,
  }
}

function bandEdge(pcm: Pcm): { fallDb: number; hz: number } | null {
  const spectrum = longTermSpectrum(pcm)
  let found: { fallDb: number; hz: number } | null = null
  // The converter's own edge lies at the top.
  const topHz = 0.45 * pcm.sampleRateHz
  for (let hz = 3_000; hz + EDGE_BAND_HZ <= topHz; hz += EDGE_BAND_HZ / 2) {
    const fallDb =
      bandLevelDb(spectrum, hz - EDGE_BAND_HZ, hz) -
      bandLevelDb(spectrum, hz + 100, hz + 100 + EDGE_BAND_HZ)
    if (!found || fallDb > found.fallDb) found = { fallDb, hz }
  }
  return found
}

function digitalSilence(levelsDb: Float64Array, activeDb: number): number {
  let [quiet, silent] = [0, 0]
  for (const level of levelsDb) {
    if (level > activeDb - 30) continue
    quiet++
    silent += Number(level <= SILENT_DB)
  }
  return quiet === 0 ? 0 : silent / quiet
}
