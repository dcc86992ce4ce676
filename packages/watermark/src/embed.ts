import { type Pcm, resample } from '@viva-voce/audio'
import { activeSeconds, checkAudio } from './audio-check.ts'
import { encode } from './code.ts'
import { detect } from './detect.ts'
import { WatermarkError } from './errors.ts'
import { scoreFor } from './false-claim.ts'
import type { WatermarkKey } from './keys.ts'
import { messageOf } from './message.ts'
import {
  FALSE_CLAIM_LIMIT,
  LONG_SECONDS,
  MIN_ACTIVE_SECONDS,
  RAISE,
  SCORE_REFUSE,
  SHORT_SECONDS,
  STRENGTH_MAX_LONG_DB,
  STRENGTH_MAX_SHORT_DB,
  WORK_RATE_HZ,
} from './params.ts'
import { patternOf } from './pattern.ts'
import { expectedSigns } from './read.ts'
import { addMark, chooseMark } from './strength.ts'

/** What to embed, and under which key. */
export interface EmbedOptions extends WatermarkKey {
  /** 0 to 2^32 − 1. */
  payload: number
}

/** A marked clip and how well it reads. */
export interface Embedded {
  /** Same rate and length as the input, within −1 to 1; the input is left as it was. */
  pcm: Pcm
  /** Score of the embedder's own blind reading after rounding to 16 bit, as in `Detection`. */
  score: number
  /** That score over the least that is a claim, in dB; over 0. */
  marginDb: number
  /** Depth in dB at the middle of a frame, for a cell of mean power; a reader sees about a third. */
  strength: number
}

const PCM16 = 32_767

/**
 * Marks a clip inaudibly, in a closed loop: raises the strength, within the bound of the clip's length,
 * until its own output reads well; then reads the result back blind, as a 16-bit file would hold it.
 * @param pcm mono speech at 16 to 192 kHz, −1 to 1, from about 0.4 s
 * @throws WatermarkError `too_short_or_quiet` if the mark cannot be read back at the most that may be
 *   given, `bad_payload`, `bad_key`, `bad_audio`
 */
export function embed(pcm: Pcm, options: EmbedOptions): Embedded {
  checkAudio(pcm)
  const message = messageOf(options.payload, options)
  const host = resample(pcm, WORK_RATE_HZ).samples
  const seconds = activeSeconds(host)
  if (seconds < MIN_ACTIVE_SECONDS) throw noRoom(seconds)
  const signs = expectedSigns(patternOf(options), encode(message))
  const most = strengthBound(seconds)
  const chosen = chooseMark({ host, signs, secret: options, most, short: seconds < LONG_SECONDS })
  for (let strength = chosen.strength; ; strength = Math.min(most, strength * RAISE)) {
    const marked = addAtRate(pcm, chosen.mark, strength)
    const score = blindScore(marked, options)
    const marginDb = 20 * Math.log10(score / scoreFor(FALSE_CLAIM_LIMIT))
    if (score >= SCORE_REFUSE) return { pcm: marked, score, marginDb, strength }
    if (strength === most) throw noRoom(seconds)
  }
}

/** The most, in dB, that a clip with this much sound may be given: short clips have few cells, and their listeners little time. */
export function strengthBound(seconds: number): number {
  const share = Math.log(seconds / SHORT_SECONDS) / Math.log(LONG_SECONDS / SHORT_SECONDS)
  const long = Math.min(1, Math.max(0, share))
  return STRENGTH_MAX_SHORT_DB * (STRENGTH_MAX_LONG_DB / STRENGTH_MAX_SHORT_DB) ** long
}

/** The clip with the mark brought to its rate and length. */
function addAtRate(pcm: Pcm, mark: Float32Array, strength: number): Pcm {
  const { sampleRateHz } = pcm
  const fitted = new Float32Array(pcm.samples.length)
  const atRate = resample({ samples: mark, sampleRateHz: WORK_RATE_HZ }, sampleRateHz).samples
  fitted.set(atRate.subarray(0, fitted.length))
  const samples = new Float32Array(pcm.samples.length)
  addMark(samples, pcm.samples, fitted, strength)
  return { samples, sampleRateHz }
}

/** Score of a blind reading of the clip as a 16-bit file would hold it; 0 if it does not give the payload. */
function blindScore({ samples, sampleRateHz }: Pcm, options: EmbedOptions): number {
  const stored = samples.map((value) => Math.round(value * PCM16) / PCM16)
  const { payload, score } = detect({ samples: stored, sampleRateHz }, { keys: [options] })
  return payload === options.payload ? score : 0
}

function noRoom(seconds: number): WatermarkError {
  const found = `${seconds.toFixed(2)} s of sound`
  return new WatermarkError('too_short_or_quiet', `no room for a mark in ${found}`)
}
