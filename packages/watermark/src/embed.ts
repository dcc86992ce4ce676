import { decodeWav, encodeWav, type Pcm, resample } from '@viva-voce/audio'
import { activeSeconds, checkAudio } from './audio-check.ts'
import { codeOf } from './code.ts'
import { detectMarks, straightScore } from './detect-marks.ts'
import { WatermarkError } from './errors.ts'
import { scoreFor } from './false-claim.ts'
import { FORMAT_2 } from './formats.ts'
import type { WatermarkKey } from './keys.ts'
import { messageOf } from './message.ts'
import {
  FALSE_CLAIM_LIMIT,
  LONG_SECONDS,
  LOOP_SECONDS,
  MIN_ACTIVE_SECONDS,
  PLACED_SECONDS,
  READ_BACK_FIRST_SECONDS,
  READ_BACK_SECONDS,
  RETRY_RAISE,
  SCORE_REFUSE,
  SCORE_SURE,
  SHORT_PLACEMENTS,
  SHORT_SECONDS,
  STRENGTH_MAX_LONG_DB,
  STRENGTH_MAX_SHORT_DB,
  WORK_RATE_HZ,
} from './params.ts'
import { expectedSigns, keyedFor } from './read.ts'
import { addMark, chooseMarks } from './strength.ts'
import { loudestWindow } from './warp-search.ts'

/** What to embed, and under which key. */
export interface EmbedOptions extends WatermarkKey {
  /** 0 to 2^32 − 1. */
  payload: number
}

/** A marked clip and how well it reads. */
export interface Embedded {
  /** Same rate and length as the input, within −1 to 1; the input is left as it was. */
  pcm: Pcm
  /** Score of the embedder's own blind reading of the 16-bit file, as in `Detection`; of a long one's loudest moments. */
  score: number
  /** That score over the least that is a claim, in dB; over 0. */
  marginDb: number
  /** Depth in dB at the middle of a frame, for a cell of mean power; a reader sees about a third. */
  strength: number
}

/**
 * Marks a clip inaudibly, in a closed loop: raises the strength, within the bound of the clip's length,
 * until its own output reads well; then reads the result (or the beginning of a long one) back blind, as its 16-bit file will hold it, and
 * where that fails tries other placements and goes beyond the bound, to the most a single word is given.
 * @param pcm mono speech at 16 to 192 kHz, −1 to 1, from about 0.4 s
 * @throws WatermarkError `too_short_or_quiet` if the mark cannot be read back at the most that may be
 *   given, `bad_payload`, `bad_key`, `bad_audio`
 */
export function embed(pcm: Pcm, options: EmbedOptions): Embedded {
  checkAudio(pcm)
  const { payload } = options
  const keyed = keyedFor(options, FORMAT_2)
  const message = messageOf(payload, options, FORMAT_2)
  const host = resample(pcm, WORK_RATE_HZ).samples
  const seconds = activeSeconds(host)
  if (seconds < MIN_ACTIVE_SECONDS) throw noRoom(seconds)
  const signs = expectedSigns(keyed.pattern, codeOf(FORMAT_2).encode(message))
  const most = strengthBound(seconds)
  const placements = placementsFor(seconds)
  const chosen = chooseMarks({ host, signs, keyed, payload, most, placements })
  for (const strength of strengthsFrom(chosen.strength)) {
    for (const mark of chosen.marks) {
      const marked = addAtRate(pcm, mark, strength)
      const score = blindScore(marked, host, options)
      const marginDb = 20 * Math.log10(score / scoreFor(FALSE_CLAIM_LIMIT))
      if (score >= SCORE_REFUSE) return { pcm: marked, score, marginDb, strength }
    }
  }
  throw noRoom(seconds)
}

/** The most, in dB, that is spent on robustness in a clip with this much sound: short clips have few cells, and their listeners little time. */
export function strengthBound(seconds: number): number {
  const share = Math.log(seconds / SHORT_SECONDS) / Math.log(LONG_SECONDS / SHORT_SECONDS)
  const long = Math.min(1, Math.max(0, share))
  return STRENGTH_MAX_SHORT_DB * (STRENGTH_MAX_LONG_DB / STRENGTH_MAX_SHORT_DB) ** long
}

/** How many placements to try: the shorter the clip, the more it gains and the less each costs. */
function placementsFor(seconds: number): number {
  return Math.max(1, Math.round(SHORT_PLACEMENTS * (1 - seconds / PLACED_SECONDS)))
}

/** The strength chosen, and what to try while it does not read: up to the most that any clip is given. */
function strengthsFrom(first: number): number[] {
  const strengths = [first]
  for (let next = first; next < STRENGTH_MAX_SHORT_DB; strengths.push(next)) {
    next = Math.min(STRENGTH_MAX_SHORT_DB, next * RETRY_RAISE)
  }
  return strengths
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

/**
 * Score of a blind reading, as the 16-bit file will hold it: at its alignment peaks, of its loudest moments and then of its beginning; where
 * that is not enough, of all that a reader searches, first in the beginning and then in the whole.
 * @param host the clip before marking, at WORK_RATE_HZ
 */
function blindScore(marked: Pcm, host: Float32Array, options: EmbedOptions): number {
  const head = cutFrom(marked, 0, READ_BACK_SECONDS)
  const loud = cutFrom(marked, loudestAt(host), READ_BACK_FIRST_SECONDS)
  for (const pcm of head.samples.length > loud.samples.length ? [loud, head] : [head]) {
    const score = straightScore(pcm, options, options.payload)
    if (score >= SCORE_SURE) return score
  }
  const score = searchedScore(head, options)
  const whole = head.samples.length === marked.samples.length
  return score >= SCORE_REFUSE || whole ? score : searchedScore(stored(marked), options)
}

/** Where the loudest READ_BACK_FIRST_SECONDS of the first LOOP_SECONDS begin, in seconds. */
function loudestAt(host: Float32Array): number {
  const heard = host.subarray(0, LOOP_SECONDS * WORK_RATE_HZ)
  const loud = loudestWindow(heard, READ_BACK_FIRST_SECONDS)
  return (loud.byteOffset - heard.byteOffset) / loud.BYTES_PER_ELEMENT / WORK_RATE_HZ
}

function cutFrom({ samples, sampleRateHz }: Pcm, startSeconds: number, seconds: number): Pcm {
  const start = Math.round(startSeconds * sampleRateHz)
  const end = start + Math.round(seconds * sampleRateHz)
  return stored({ samples: samples.subarray(start, end), sampleRateHz })
}

/** Score of the full blind search; 0 if that does not give the payload. */
function searchedScore(pcm: Pcm, options: EmbedOptions): number {
  const { marks } = detectMarks(pcm, { keys: [options], warps: false })
  return marks.find(({ payload }) => payload === options.payload)?.score ?? 0
}

function stored(pcm: Pcm): Pcm {
  return decodeWav(encodeWav(pcm)).pcm
}

function noRoom(seconds: number): WatermarkError {
  const found = `${seconds.toFixed(2)} s of sound`
  return new WatermarkError('too_short_or_quiet', `no room for a mark in ${found}`)
}
