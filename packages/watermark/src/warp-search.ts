import { type AlignmentMap, type KnownCells, mapAlignments, merged, pilotCells } from './align.ts'
import { evidenceOf } from './evidence.ts'
import {
  BLOCK_OF_FRAMES,
  COARSE_PHASES,
  COARSE_PILOT,
  COARSE_PITCHES,
  MOST_TEMPO_STEP,
  PITCH_SLACK,
  PITCH_TRIALS,
  SLIP_BLOCK_FRAMES,
  SLIP_CANDIDATES,
  SLIP_SUSPECT,
  TEMPO_SLACK,
  TEMPO_STEP,
  TEMPO_TRIALS,
  WARP_CANDIDATES,
  WARP_MOST,
  WARP_WINDOW_SECONDS,
  WORK_RATE_HZ,
} from './params.ts'
import type { Warp } from './piece.ts'
import type { Keyed } from './read.ts'
import { slipLogLikelihood } from './slipping-track.ts'
import { lineScores } from './tracks.ts'
import { Varispeed } from './varispeed.ts'

/** A change of speed, stretch or pitch that the pilot speaks for. */
export interface Suspect extends Warp {
  score: number
}

/** What the pilot says of audio played at one pitch. */
interface Look {
  pitch: number
  /** The tempo whose line fits best. */
  line: Suspect
  /** How likely a pilot that slips is, at the pitch's own tempo. */
  slips: number
}

/**
 * The likeliest changes of speed, stretch and pitch of a stretch of audio, within WARP_MOST, best first; most
 * audio gives none. The pilot is fitted to every block at every alignment, and added up along straight lines
 * (P. Hough's transform): a line's slope is the tempo. Pitch is tried in steps so wide that only the
 * highest bins lose by them. Pitch shifts in the time domain give no line: what is played at the pitch's own tempo and
 * slips is found by the likelihood of slipping-track.ts.
 * @param samples at WORK_RATE_HZ
 */
export function searchWarps(samples: Float32Array, keyed: Keyed): Warp[] {
  const window = loudestWindow(samples)
  const loud = new Varispeed(window)
  const cells = pilotCells(keyed.pattern)
  const step = tempoStep(window.length / WORK_RATE_HZ)
  const looks = COARSE_PITCHES.map((pitch) => look(loud, pitch, tempoTrials(pitch, step), cells))
  const lines = looks.map(({ line }) => line).filter(({ score }) => score >= COARSE_PILOT)
  lines.sort((a, b) => b.score - a.score)
  const found: Suspect[] = []
  for (const suspect of lines.slice(0, WARP_CANDIDATES)) {
    const refined = refine(loud, suspect, cells)
    if (!found.some((known) => same(known, refined))) found.push(refined)
  }
  found.sort((a, b) => b.score - a.score)
  for (const warp of slippingWarps(loud, looks, cells)) {
    if (!found.some((known) => same(known, warp))) found.push(warp)
  }
  return found
}

/** Pitches at which the pilot is likely to slip, at a finer grid; slips at the marked pitch were read before. */
function slippingWarps(loud: Varispeed, looks: readonly Look[], cells: KnownCells) {
  const likely = looks.filter(({ pitch, slips }) => pitch !== 1 && slips >= SLIP_SUSPECT)
  likely.sort((a, b) => b.slips - a.slips)
  return likely.slice(0, SLIP_CANDIDATES).map((first) => {
    const trials = PITCH_TRIALS.map((by) => {
      const pitch = first.pitch + by
      const score = by === 0 ? first.slips : slipLogLikelihood(fineMap(loud, pitch, cells))
      return { pitch, tempo: pitch, score }
    })
    return trials.reduce((a, b) => (b.score > a.score ? b : a))
  })
}

function look(loud: Varispeed, pitch: number, tempos: readonly number[], cells: KnownCells): Look {
  const fine = fineMap(loud, pitch, cells)
  const map = merged(fine, BLOCK_OF_FRAMES / SLIP_BLOCK_FRAMES)
  return { pitch, line: bestLine(map, pitch, tempos), slips: slipLogLikelihood(fine) }
}

function fineMap(loud: Varispeed, pitch: number, cells: KnownCells): AlignmentMap {
  const evidence = evidenceOf(loud.at(pitch), COARSE_PHASES)
  return mapAlignments(evidence, COARSE_PHASES, cells, SLIP_BLOCK_FRAMES)
}

/** The `seconds` with the most sound, in quarter-second steps, or all; a view. */
export function loudestWindow(samples: Float32Array, seconds = WARP_WINDOW_SECONDS): Float32Array {
  const length = seconds * WORK_RATE_HZ
  if (samples.length <= length) return samples
  const step = WORK_RATE_HZ / 4
  const energies: number[] = []
  for (let at = 0; at + step <= samples.length; at += step) {
    let energy = 0
    for (let n = at; n < at + step; n++) energy += Math.sqrt(Math.abs(samples[n]!))
    energies.push(energy)
  }
  const count = length / step
  let best = { at: 0, sum: -1 }
  for (let at = 0; at + count <= energies.length; at++) {
    const sum = energies.slice(at, at + count).reduce((a, b) => a + b, 0)
    if (sum > best.sum) best = { at, sum }
  }
  return samples.subarray(best.at * step, best.at * step + length)
}

/** Steps that drift as far over a short clip as TEMPO_STEP over a whole window. */
function tempoStep(seconds: number): number {
  return Math.min(MOST_TEMPO_STEP, Math.max(1, WARP_WINDOW_SECONDS / seconds) * TEMPO_STEP)
}

/**
 * Tempos that a copy of this pitch may have: near the pitch after a change of speed, unchanged after a pitch
 * shift, and, at the marked pitch, anything after a stretch.
 */
export function tempoTrials(pitch: number, step = TEMPO_STEP): number[] {
  if (pitch === 1) return around(1, WARP_MOST, step)
  return [...around(pitch, TEMPO_SLACK, step), ...around(1, step, step)]
}

/** The tempo whose line fits known cells best at one pitch. */
export function bestTempo(
  audio: Varispeed,
  pitch: number,
  tempos: readonly number[],
  cells: KnownCells,
  phases: number,
): Suspect {
  const evidence = evidenceOf(audio.at(pitch), phases)
  return bestLine(mapAlignments(evidence, phases, cells), pitch, tempos)
}

function bestLine(map: AlignmentMap, pitch: number, tempos: readonly number[]): Suspect {
  const blockHops = map.blockFrames * map.phases
  const best: Suspect = { tempo: 1, pitch, score: 0 }
  for (const tempo of tempos) {
    for (const score of lineScores(map, 0, map.blocks, (tempo / pitch - 1) * blockHops)) {
      if (score > best.score) Object.assign(best, { tempo, score })
    }
  }
  return best
}

/** What a suspect most likely is: a change of speed, a pitch shift or a stretch, at a finer grid. */
function refine(loud: Varispeed, suspect: Suspect, cells: KnownCells): Suspect {
  const trials: Warp[] = []
  const { tempo, pitch } = suspect
  if (Math.abs(tempo - pitch) <= PITCH_SLACK) trials.push({ tempo, pitch: tempo })
  if (Math.abs(tempo - 1) <= TEMPO_SLACK / 2) {
    for (const by of PITCH_TRIALS) trials.push({ tempo: 1, pitch: pitch + by })
  }
  if (pitch === 1) trials.push({ tempo, pitch: 1 })
  const finest = TEMPO_STEP / 2
  const scored = trials.map((trial) => {
    const near = TEMPO_TRIALS.map((by) => trial.tempo + by * finest)
    return bestTempo(loud, trial.pitch, near, cells, COARSE_PHASES)
  })
  return scored.reduce((best, next) => (next.score > best.score ? next : best), suspect)
}

function same(a: Warp, b: Warp): boolean {
  return (
    Math.abs(a.tempo - b.tempo) < TEMPO_STEP / 4 && Math.abs(a.pitch - b.pitch) < PITCH_SLACK / 4
  )
}

/** From the middle out to `reach` or a little more, either way. */
function around(middle: number, reach: number, step: number): number[] {
  const count = Math.ceil(reach / step - 1e-9)
  return Array.from({ length: 2 * count + 1 }, (_, i) => middle + (i - count) * step)
}
