import { type Pcm, resample } from '@viva-voce/audio'
import { allCells, type KnownCells, mapAlignments, pilotCells } from './align.ts'
import { checkAudio } from './audio-check.ts'
import { codeOf } from './code.ts'
import { WatermarkError } from './errors.ts'
import { evidenceAgainst, evidenceOf } from './evidence.ts'
import { falsePresenceBound } from './false-claim.ts'
import { FORMATS, type Format } from './formats.ts'
import type { WatermarkKey } from './keys.ts'
import { knownPath } from './known-path.ts'
import { lagOf } from './lag.ts'
import type { Grid } from './levels.ts'
import { messageOf } from './message.ts'
import {
  COARSE_PHASES,
  COARSE_PITCHES,
  FALSE_CLAIM_LIMIT,
  INFORMED_SECONDS,
  PHASES,
  SHORT_WINDOW_BLOCKS,
  SLIP_BLOCK_FRAMES,
  WINDOW_BLOCKS,
  WORK_RATE_HZ,
} from './params.ts'
import { PILOT } from './pattern.ts'
import { UNWARPED, type Warp, windowsOf } from './piece.ts'
import { expectedSigns, foldTrack, type Keyed, keyedFor } from './read.ts'
import { slippingTrack } from './slipping-track.ts'
import { lineScores, peaksOf, straightTrack, type Track } from './tracks.ts'
import { Varispeed } from './varispeed.ts'
import { bestTempo, loudestWindow, tempoTrials } from './warp-search.ts'

/** Whether audio carries one given mark. */
export interface PayloadTest {
  /** Whether it may be claimed: the bound is at most 1e-6. */
  detected: boolean
  /** Correlation with the expected pattern in standard deviations of audio without it. */
  score: number
  /** Bound on the chance that audio without this mark scores as high, over everything that was tried. */
  falseClaimProbability: number
  keyVersion: number
  formatVersion: number
  /** True if the comparison with the original said the most. */
  byOriginal: boolean
  /** What had to be undone. */
  tempo: number
  pitch: number
}

export interface PayloadTestOptions {
  keys: readonly WatermarkKey[]
  /** 0 to 2^32 − 1. */
  payload: number
  /** The clip before it was marked, if it was kept or can be spoken again; mono, any rate. */
  original?: Pcm
}

/** One way of looking at the audio. */
interface Trial {
  score: number
  warp: Warp
  byOriginal: boolean
  keyed: Keyed
}

/** What no further look can make more certain than any caller needs who tests several payloads. */
const CERTAIN = FALSE_CLAIM_LIMIT / 1000
/** What a file costs the bound at most: every stretch that a test fits at every alignment, over all lines. */
const LINES = 512

/**
 * Tests audio for one expected payload: a matched filter over all cells, with no search over payloads, which is
 * what lets it see a mark at two thirds of the level that blind reading needs. Looks at the loudest
 * INFORMED_SECONDS, as they are, at other speeds, stretches and pitches, along paths that slide and jump, and against
 * the original.
 * @param pcm mono at 8 to 192 kHz
 * @throws WatermarkError `bad_key`, `bad_payload`, `bad_audio`
 */
export function testPayload(pcm: Pcm, options: PayloadTestOptions): PayloadTest {
  const { keys, payload, original } = options
  if (keys.length === 0) throw new WatermarkError('bad_key', 'no key to test with')
  checkAudio(pcm)
  if (original) checkAudio(original)
  const samples = loudestWindow(resample(pcm, WORK_RATE_HZ).samples, INFORMED_SECONDS)
  const compared = original && against(samples, resample(original, WORK_RATE_HZ).samples)
  const plain = evidenceOf(samples)
  const searches = LINES * keys.length * FORMATS.length
  const trials: Trial[] = []
  const expected = keys.flatMap((secret) =>
    FORMATS.map((format) => expectedOf(secret, format, payload)),
  )
  for (const { keyed, signs } of expected) {
    trials.push(...straight(plain, signs, keyed), ...paths(plain, signs, keyed))
    if (compared) trials.push(...straight(compared, signs, keyed, true))
  }
  const test = verdictOf(trials, searches)
  if (test.falseClaimProbability <= CERTAIN) return test
  const newest = expected.filter(({ keyed }) => keyed.format === FORMATS[0])
  for (const { keyed, signs } of newest) trials.push(...warped(samples, signs, keyed))
  return verdictOf(trials, searches, alongPaths(loudestWindow(samples), newest))
}

/** What a key and a format make of the payload. */
function expectedOf(secret: WatermarkKey, format: Format, payload: number) {
  const keyed = keyedFor(secret, format)
  const code = codeOf(format).encode(messageOf(payload, secret, format))
  return { keyed, signs: expectedSigns(keyed.pattern, code) }
}

/** A trial along a path, whose bound is its own. */
type PathTrial = Trial & { logBound: number }

/** What was tried says; twice the better bound where there are paths, too, for having looked at both. */
function verdictOf(
  trials: readonly Trial[],
  searches: number,
  paths: readonly PathTrial[] = [],
): PayloadTest {
  const line = trials.reduce((a, b) => (b.score > a.score ? b : a))
  const byLine = falsePresenceBound(line.score, searches) * (paths.length > 0 ? 2 : 1)
  const path = paths.toSorted((a, b) => a.logBound - b.logBound)[0]
  const byPath = path ? Math.exp(path.logBound) * 2 * paths.length : 1
  const best = path && byPath < byLine ? path : line
  const falseClaimProbability = Math.min(1, byLine, byPath)
  return {
    detected: falseClaimProbability <= FALSE_CLAIM_LIMIT,
    score: best.score,
    falseClaimProbability,
    keyVersion: best.keyed.secret.keyVersion,
    formatVersion: best.keyed.format.version,
    byOriginal: best.byOriginal,
    tempo: best.warp.tempo,
    pitch: best.warp.pitch,
  }
}

/** The whole and its windows at the best alignment of each. */
function straight(evidence: Grid, signs: Int8Array, keyed: Keyed, byOriginal = false): Trial[] {
  const map = mapAlignments(evidence, PHASES, allCells(signs))
  const ranges: [number, number][] = [
    [0, map.blocks],
    ...windowsOf(map.blocks, WINDOW_BLOCKS),
    ...windowsOf(map.blocks, SHORT_WINDOW_BLOCKS),
  ]
  return ranges.flatMap(([from, to]) =>
    peaksOf(lineScores(map, from, to, 0), 1, PHASES).map(({ alignment }) => {
      const track = straightTrack(from, to, map.blockFrames, alignment)
      const score = scoreAlong(evidence, PHASES, track, signs)
      return { score, warp: UNWARPED, byOriginal, keyed }
    }),
  )
}

/** The data cells along the track that the pilot chose, with cuts and slips. */
function paths(evidence: Grid, signs: Int8Array, keyed: Keyed): Trial[] {
  const cells = pilotCells(keyed.pattern)
  const track = slippingTrack(mapAlignments(evidence, PHASES, cells, SLIP_BLOCK_FRAMES))
  const data = signs.map((sign, cell) => (keyed.pattern.codeBit[cell] === PILOT ? 0 : sign))
  const score = scoreAlong(evidence, PHASES, track, data)
  return [{ score, warp: UNWARPED, byOriginal: false, keyed }]
}

/** Other speeds, stretches and pitches, over the loudest seconds. */
function warped(samples: Float32Array, signs: Int8Array, keyed: Keyed): Trial[] {
  const cells: KnownCells = allCells(signs)
  const loud = new Varispeed(loudestWindow(samples))
  return COARSE_PITCHES.map((pitch) => {
    const best = bestTempo(loud, pitch, tempoTrials(pitch), cells, COARSE_PHASES)
    const { tempo } = best
    const evidence = evidenceOf(loud.at(pitch), PHASES, tempo / pitch)
    const [trial] = straight(evidence, signs, keyed)
    return { ...trial!, warp: { tempo, pitch } }
  })
}

/** All cells along paths that slide and jump, at each pitch: stretches in the time domain, pitch shifts and splices. */
function alongPaths(
  samples: Float32Array,
  expected: readonly { keyed: Keyed; signs: Int8Array }[],
): PathTrial[] {
  const copy = new Varispeed(samples)
  return COARSE_PITCHES.flatMap((pitch) => {
    const phases = pitch === 1 ? PHASES : COARSE_PHASES
    const evidence = evidenceOf(copy.at(pitch), phases, 1 / pitch)
    return expected.map(({ keyed, signs }) => ({
      ...knownPath(evidence, phases, signs, keyed.pattern),
      ...{ keyed, warp: { tempo: 1, pitch }, byOriginal: false },
    }))
  })
}

/** Standard deviations of the folded evidence along a track, over the cells whose sign is not 0. */
function scoreAlong(evidence: Grid, phases: number, track: Track, signs: Int8Array): number {
  const folded = foldTrack(evidence, phases, track)
  let sum = 0
  let energy = 0
  for (let cell = 0; cell < signs.length; cell++) {
    if (signs[cell] === 0) continue
    sum += signs[cell]! * folded[cell]!
    energy += folded[cell]! ** 2
  }
  return energy > 0 ? sum / Math.sqrt(energy) : 0
}

/** The evidence of what differs from the original, laid over the copy where it fits. */
function against(copy: Float32Array, original: Float32Array): Grid {
  const lag = lagOf(copy, loudestWindow(original, INFORMED_SECONDS))
  const laid = new Float32Array(copy.length)
  const source = loudestWindow(original, INFORMED_SECONDS)
  for (let n = 0; n < laid.length; n++) laid[n] = source[n + lag] ?? 0
  return evidenceAgainst(copy, laid)
}
