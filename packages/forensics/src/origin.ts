/**
 * Signs of what a recording went through before it was uploaded. They are risk signals for a person to weigh, never a
 * cause for refusal: each has innocent explanations, and docs/deepfake-scan.md says how often each is wrong.
 */
import { type Pcm, resample } from '@viva-voce/audio'
import { FRAME_SECONDS, frameLevels, SILENT_DB } from './frames.ts'
import { bandLevelDb, longTermSpectrum } from './spectrum.ts'

/** The signs' figures; `null` where there is nothing to measure. */
export interface OriginSigns {
  /** Steepest fall of the long-term spectrum between neighbouring bands of 500 Hz above 3 kHz, in dB: codecs and conversions of rate cut sharply, microphones and rooms do not. */
  bandEdgeDb: number | null
  /** Where that fall is, in hertz. */
  bandEdgeHz: number | null
  /** Largest change of the background between neighbouring seconds, in dB: a splice of recordings from different rooms. */
  floorStepDb: number | null
  /** Share of the pauses that is exact digital silence: noise gates, editors and synthesisers make it. */
  digitalSilenceShare: number
  /** Level under 120 Hz against 300 to 3,400 Hz, in dB: small loudspeakers, through which speech is replayed, have little. */
  lowEndDb: number | null
}

const EDGE_BAND_HZ = 500
/** The background of a stretch is the level that this share of its frames does not exceed. */
const FLOOR_SHARE = 0.1
const STRETCH_SECONDS = 1.5

/** Measures a recording at its own rate or the rate that it is decoded to. */
export function originSigns(pcm: Pcm): OriginSigns {
  const { levelsDb, activeDb } = frameLevels(pcm)
  const edge = bandEdge(pcm)
  const spectrum = longTermSpectrum(resample(pcm, 16_000))
  const speech = bandLevelDb(spectrum, 300, 3_400)
  return {
    bandEdgeDb: edge?.fallDb ?? null,
    bandEdgeHz: edge?.hz ?? null,
    floorStepDb: floorStep(levelsDb, activeDb),
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

function floorStep(levelsDb: Float64Array, activeDb: number): number | null {
  const stretch = Math.round(STRETCH_SECONDS / FRAME_SECONDS)
  const floors: number[] = []
  for (let from = 0; from + stretch <= levelsDb.length; from += stretch) {
    const sorted = levelsDb.slice(from, from + stretch).sort()
    const floor = sorted[Math.floor(FLOOR_SHARE * stretch)]!
    // Speech without a pause has no background to show.
    if (floor < activeDb - 15) floors.push(Math.max(floor, activeDb - 70))
  }
  if (floors.length < 2) return null
  // A step stays: medians of what lies before and after, so that one loud breath is none.
  let most = 0
  for (let i = 1; i < floors.length; i++) {
    const before = median(floors.slice(Math.max(0, i - 3), i))
    const after = median(floors.slice(i, i + 3))
    most = Math.max(most, Math.abs(after - before))
  }
  return most
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (
    (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
  )
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
