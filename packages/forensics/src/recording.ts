import { durationSeconds, type Pcm } from '@viva-voce/audio'
import { detect, type WatermarkKey } from '@viva-voce/watermark'
import { highestAudibleHz } from './bandwidth-signal.ts'
import { FRAME_SECONDS, type FrameLevels, frameLevels } from './frames.ts'
import {
  CLIPPED_TOP_SHARE,
  HANGOVER_SECONDS,
  LEAST_ACTIVE_DB,
  LEAST_BANDWIDTH_HZ,
  LEAST_SNR_DB,
  LEAST_SPLIT_SECONDS,
  MOST_DECAY_SECONDS,
  MOST_SNR_DB,
  OVERSHOOT_SHARE,
  SEVERAL_SPEAKERS_SCORE,
  SPEECH_MARGIN_DB,
  TELLING_SNR_DB,
  TOP_SHARE_OF_PEAK,
} from './recording-thresholds.ts'
import { decaySeconds } from './reverberation.ts'
import { shown } from './signal.ts'
import { splitSpeakers } from './speaker/two-speakers.ts'
import { longTermSpectrum } from './spectrum.ts'

/** Steps of the histogram of sample values. */
const LEVELS = 4_096

/** What keeps a recording from being good to train with; the codes are stable. */
export type RecordingFault =
  | 'too_quiet'
  | 'no_speech'
  | 'noisy'
  | 'clipped'
  | 'narrow_band'
  | 'reverberant'
  | 'several_speakers'
  | 'watermarked'

/** A fault, and what the talent can do about it in plain sentences. */
export interface RecordingProblem {
  code: RecordingFault
  message: string
}

/** What a recording is like. */
export interface RecordingQuality {
  seconds: number
  /** Seconds in which somebody seems to speak, with short pauses. */
  speechSeconds: number
  /** Level of the speech while it lasts, in dBFS. */
  levelDb: number
  /** Speech over the quietest tenth of the recording, 0 to 70 dB. */
  snrDb: number
  /** Share of the samples that stand on top of the wave. */
  clippedShare: number
  bandwidthHz: number
  /** Seconds in which the room lets sound fall by 60 dB, 0.1 to 0.2 of them the speech's own; null if it cannot be told. */
  decaySeconds: number | null
  /** How alike the two most different parts of the speech are (`scoreSpeakers`); null for under 4 s of speech. */
  sameSpeakerScore: number | null
  watermark: { found: boolean; payload: number | null; score: number }
  problems: RecordingProblem[]
}

/**
 * Measures a talent's recording and says what is wrong with it for training.
 * @param pcm mono, 16 kHz or more so that a narrow band can be told, any length
 * @param options.keys the deployment's watermark keys: our own synthetic speech is no recording
 */
export function assessRecording(
  pcm: Pcm,
  { keys }: { keys: readonly WatermarkKey[] },
): RecordingQuality {
  const readable = withinFullScale(pcm)
  const levels = frameLevels(readable)
  const snrDb = snrOf(levels)
  const found = detect(readable, { keys })
  const measured = {
    seconds: durationSeconds(readable),
    speechSeconds: snrDb < TELLING_SNR_DB ? 0 : speechSecondsOf(levels),
    levelDb: levels.activeDb,
    snrDb,
    clippedShare: shareOnTop(readable.samples),
    bandwidthHz: highestAudibleHz(longTermSpectrum(readable)),
    // A background holds up every fall.
    decaySeconds: snrDb < LEAST_SNR_DB ? null : decaySeconds(readable),
    sameSpeakerScore: sameSpeakerScore(readable),
    watermark: {
      // A mark that is there but cannot be read any more is ours as well.
      found: found.verdict === 'marked' || found.falseClaimProbability < 1,
      payload: found.payload,
      score: found.score,
    },
  }
  return { ...measured, problems: problemsOf(measured) }
}

/** Null where one side of the split is too short to be anybody. */
function sameSpeakerScore(pcm: Pcm): number | null {
  const split = splitSpeakers(pcm)
  return split && split.lesserSeconds >= LEAST_SPLIT_SECONDS ? split.score : null
}

/** Zeros for what is no number, and a float file's overshoot brought down to full scale. */
function withinFullScale({ samples, sampleRateHz }: Pcm): Pcm {
  let peak = 1
  for (const value of samples) if (Number.isFinite(value)) peak = Math.max(peak, Math.abs(value))
  const readable = samples.map((value) => (Number.isFinite(value) ? value / peak : 0))
  return { samples: readable, sampleRateHz }
}

function snrOf({ levelsDb, activeDb }: FrameLevels): number {
  if (levelsDb.length === 0) return 0
  const quietest = levelsDb.toSorted().subarray(0, Math.ceil(levelsDb.length / 10))
  const power = quietest.reduce((sum, level) => sum + 10 ** (level / 10), 0) / quietest.length
  return Math.min(MOST_SNR_DB, Math.max(0, activeDb - 10 * Math.log10(power)))
}

function speechSecondsOf({ levelsDb, activeDb }: FrameLevels): number {
  const hangover = Math.round(HANGOVER_SECONDS / FRAME_SECONDS)
  let frames = 0
  let since = Number.POSITIVE_INFINITY
  for (const level of levelsDb) {
    since++
    if (level < activeDb - SPEECH_MARGIN_DB) continue
    frames += since <= hangover ? since : 1
    since = 0
  }
  return frames * FRAME_SECONDS
}

/**
 * Share of samples near the top of their side: hard to have by speaking, and kept by codecs and changes of
 * rate, which ripple flat tops. The top is what few samples exceed, since a codec may overshoot once.
 */
function shareOnTop(samples: Float32Array): number {
  let onTop = 0
  for (const side of [1, -1]) {
    const top = TOP_SHARE_OF_PEAK * topOf(samples, side)
    for (const value of samples) onTop += Number(top > 0 && side * value >= top)
  }
  return samples.length === 0 ? 0 : onTop / samples.length
}

/** The level that OVERSHOOT_SHARE of the samples exceed on one side, from a histogram of full scale. */
function topOf(samples: Float32Array, side: number): number {
  const counts = new Uint32Array(LEVELS + 1)
  for (const value of samples) if (side * value > 0) counts[Math.floor(side * value * LEVELS)]!++
  let above = 0
  let level = LEVELS
  while (level > 0 && above + counts[level]! <= OVERSHOOT_SHARE * samples.length) {
    above += counts[level]!
    level--
  }
  return level / LEVELS
}

function problemsOf(found: Omit<RecordingQuality, 'problems'>): RecordingProblem[] {
  if (found.watermark.found) {
    const message =
      'This is synthetic speech with our own watermark. Only your own voice, recorded, can be trained.'
    return [{ code: 'watermarked', message }]
  }
  if (found.levelDb < LEAST_ACTIVE_DB) {
    const message = `There is almost nothing to hear (${shown(found.levelDb, 0)} dBFS). Come closer to the microphone, or turn it up.`
    return [{ code: 'too_quiet', message }]
  }
  if (found.speechSeconds === 0) {
    const message = 'No speech stands out from the background. Record in a quiet room.'
    return [{ code: 'no_speech', message }]
  }
  return blemishesOf(found)
}

function blemishesOf(found: Omit<RecordingQuality, 'problems'>): RecordingProblem[] {
  const problems: RecordingProblem[] = []
  const { snrDb, clippedShare, bandwidthHz } = found
  if (snrDb < LEAST_SNR_DB) {
    const message = `The background is only ${shown(snrDb, 0)} dB under your voice; ${LEAST_SNR_DB} dB are needed. Close the window, switch fans off, come closer to the microphone.`
    problems.push({ code: 'noisy', message })
  }
  if (clippedShare > CLIPPED_TOP_SHARE) {
    const message = `The recording is clipped: ${shown(100 * clippedShare)} % of it is cut off at the top. Turn the microphone down and record again.`
    problems.push({ code: 'clipped', message })
  }
  if (bandwidthHz < LEAST_BANDWIDTH_HZ) {
    const message = `The sound ends at ${bandwidthHz} Hz, like a telephone call. Record with at least 16 kHz, without a telephone line or a headset over Bluetooth.`
    problems.push({ code: 'narrow_band', message })
  }
  problems.push(...roomAndSpeakers(found))
  return problems
}

function roomAndSpeakers(found: Omit<RecordingQuality, 'problems'>): RecordingProblem[] {
  const problems: RecordingProblem[] = []
  if ((found.decaySeconds ?? 0) > MOST_DECAY_SECONDS) {
    const message = `The room echoes: sound takes ${shown(found.decaySeconds!, 2)} s to die away. Come closer to the microphone, or record in a room with curtains and carpets.`
    problems.push({ code: 'reverberant', message })
  }
  if ((found.sameSpeakerScore ?? Number.POSITIVE_INFINITY) < SEVERAL_SPEAKERS_SCORE) {
    const message =
      'Two different people seem to speak in this recording. Upload recordings of one voice only.'
    problems.push({ code: 'several_speakers', message })
  }
  return problems
}
