/**
 * Brings speech to one loudness under a true-peak ceiling, sentence by sentence.
 *
 * The gain of a sentence comes from the loudness of all speech so far, this sentence included, and changes
 * only between sentences, where there is silence: one sentence is exact, a long text keeps its own dynamics,
 * and streamed and whole audio are the same samples, because neither looks ahead. A fixed gain per voice was
 * tried and cannot hold ±0.5 LU: sentences of a flite voice lie up to 1.8 LU from the voice's mean, single
 * words up to 4.8 LU (five voices, 16 texts each), and custom voices, speeds and texts would each need their own.
 */
import { AudioError } from './error.ts'
import { applyLimited, type Limited } from './limiter.ts'
import { LoudnessMeter, type Weighted } from './loudness.ts'
import type { Pcm } from './pcm.ts'
import { peakEnvelope } from './true-peak.ts'

/** Accepted without a further try; leaves half of the promised ±0.5 LU to watermark and codec. */
const TOLERANCE_LU = 0.25
/** How near a correction aims. */
const AIM_LU = 0.15
const MAX_TRIES = 8
/** A step in dB is at most this times what is missing in LU. */
const MAX_STEP = 3
/** Make-up for what the limiter takes; beyond it, speech would be audibly squeezed. */
const MAX_CORRECTION_DB = 6
/** What needs more is no speech that was meant to be heard, but noise that should stay low. */
const MAX_GAIN_DB = 40
/** The limiter's gain moves between samples too: what that can add stays inside this margin. */
const CEILING_MARGIN_DB = 0.1
/** A small make-up needs no new envelope. */
const ENVELOPE_ROOM_DB = 1

/** What all speech is brought to. */
export interface MasterTarget {
  /** Integrated loudness in LUFS, by BS.1770. */
  targetLufs: number
  /** True peak in dBTP that is never exceeded. */
  ceilingDbtp: number
}

/** Mastered audio, as long as what came in. */
export interface Mastered extends Pcm {
  /** The gain before the limiter, in dB. */
  gainDb: number
  /** Loudness of everything mastered so far, in LUFS; off the target when the rules could not reach it. */
  loudnessLufs: number
}

/** Masters pieces of one text in their order. */
export interface Master {
  /**
   * Masters the next piece, which has to begin and end in silence or a fade, since gains differ between
   * pieces. Throws AudioError `rate_mismatch` when its sample rate is not that of the first.
   */
  next(pcm: Pcm): Mastered
}

/**
 * Masters one clip: gain to `targetLufs` within 0.25 LU, then a limiter at `ceilingDbtp`. The ceiling comes
 * first: while the limiter costs loudness, the gain is raised by what is missing, by 6 dB at the most, and
 * what is then still missing stays missing (`loudnessLufs` tells). Nothing is amplified by over 40 dB.
 * Audio with no block over −70 LUFS passes unchanged but for the ceiling; zeros stay zeros, samples that
 * are not finite become zeros; an offset (DC) counts for the ceiling and not for loudness, so it is best
 * taken out before (`blockOffset`). Throws AudioError `unsupported_rate` under 8,000 Hz.
 */
export function master(pcm: Pcm, target: MasterTarget): Mastered {
  return createMaster(target).next(pcm)
}

/**
 * Masters a text sentence by sentence, by the rules of {@link master} with the loudness of all so far. Pieces
 * laid end to end are the whole, so an answer that is not streamed should be made of the same pieces.
 */
export function createMaster(target: MasterTarget): Master {
  let meters: { source: LoudnessMeter; output: LoudnessMeter } | undefined
  let sampleRateHz = 0
  let correctionDb = 0
  return {
    next(pcm) {
      sampleRateHz ||= pcm.sampleRateHz
      if (pcm.sampleRateHz !== sampleRateHz) {
        throw new AudioError('rate_mismatch', 'pieces to master have different sample rates')
      }
      meters ??= {
        source: new LoudnessMeter(sampleRateHz),
        output: new LoudnessMeter(sampleRateHz),
      }
      const clean = finite(pcm)
      const weighted = meters.source.push(clean.samples)
      const loudness = meters.source.integratedLufs()
      const wishDb = Number.isFinite(loudness) ? target.targetLufs - loudness : 0
      const startDb = Math.min(MAX_GAIN_DB, wishDb)
      const attempt = approach(
        { pcm: clean, weighted, startDb, correctionDb },
        target,
        meters.output,
      )
      meters.output = attempt.meter
      correctionDb = attempt.mastered.gainDb - startDb
      return attempt.mastered
    },
  }
}

interface Piece {
  pcm: Pcm
  weighted: Weighted
  /** What would bring it to the target if nothing had to be limited. */
  startDb: number
  /** What the piece before needed beyond that. */
  correctionDb: number
}

interface Attempt {
  mastered: Mastered
  /** What `before` became with this piece. */
  meter: LoudnessMeter
}

/**
 * Tries gains until the loudness of `before` and this piece together is near enough, beginning with the correction
 * that the piece before needed: sentences of a peaky voice need much the same, and each try costs a limiter's run.
 */
function approach(piece: Piece, target: MasterTarget, before: LoudnessMeter): Attempt {
  const { pcm, weighted, startDb, correctionDb } = piece
  const render = limitedBy(pcm, linear(target.ceilingDbtp - CEILING_MARGIN_DB))
  const attempt = (gainDb: number): Attempt => {
    const { pcm: output, isTouched } = render(gainDb)
    const meter = before.clone()
    if (isTouched) meter.push(output.samples)
    else meter.pushMeasured(weighted, linear(gainDb))
    return { mastered: { ...output, gainDb, loudnessLufs: meter.integratedLufs() }, meter }
  }
  const lowestDb = startDb - MAX_CORRECTION_DB
  const highestDb = Math.min(MAX_GAIN_DB, startDb + MAX_CORRECTION_DB)
  let best = attempt(Math.min(highestDb, startDb + correctionDb))
  let slope = 1
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    const { gainDb, loudnessLufs } = best.mastered
    const missing = target.targetLufs - loudnessLufs
    if (Math.abs(missing) <= TOLERANCE_LU || !Number.isFinite(missing)) break
    const nextDb = Math.max(lowestDb, Math.min(highestDb, gainDb + aimed(missing) / slope))
    if (nextDb === gainDb) break
    best = attempt(nextDb)
    slope = slopeOf(best.mastered.loudnessLufs - loudnessLufs, nextDb - gainDb)
  }
  return best
}

/** What to make up of what is missing: just into the tolerance, which leaves a text more of its dynamics. */
function aimed(missing: number): number {
  return Math.sign(missing) * (Math.abs(missing) - AIM_LU)
}

/** LU gained by a dB of gain, kept in a range in which the next step cannot run away. */
function slopeOf(lu: number, db: number): number {
  return Math.max(1 / MAX_STEP, Math.min(1, lu / db))
}

/**
 * Holds audio that is already as loud as it should be under a true-peak ceiling in dBTP, for what was added to it since;
 * the gain falls only around the peaks. Audio under the ceiling is given back as it is. Throws as {@link master}.
 */
export function limitPeaks(pcm: Pcm, ceilingDbtp: number): Pcm {
  const ceiling = linear(ceilingDbtp - CEILING_MARGIN_DB)
  return applyLimited(pcm, peakEnvelope(pcm, ceiling), 1, ceiling).pcm
}

/** The piece at any gain under the ceiling; its envelope is measured anew only for a clearly higher gain. */
function limitedBy(pcm: Pcm, ceiling: number): (gainDb: number) => Limited {
  let measuredToDb = Number.NEGATIVE_INFINITY
  let envelope: Float32Array = new Float32Array(0)
  return (gainDb) => {
    if (gainDb > measuredToDb) {
      measuredToDb = gainDb + ENVELOPE_ROOM_DB
      envelope = peakEnvelope(pcm, ceiling / linear(measuredToDb))
    }
    return applyLimited(pcm, envelope, linear(gainDb), ceiling)
  }
}

function finite(pcm: Pcm): Pcm {
  if (isFiniteAll(pcm.samples)) return pcm
  return { ...pcm, samples: pcm.samples.map((sample) => (Number.isFinite(sample) ? sample : 0)) }
}

function isFiniteAll(samples: Float32Array): boolean {
  for (let n = 0; n < samples.length; n++) if (!Number.isFinite(samples[n]!)) return false
  return true
}

function linear(db: number): number {
  return 10 ** (db / 20)
}
