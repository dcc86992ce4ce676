import type { Pcm } from '@viva-voce/audio'
import { FRAME_SECONDS, type FrameLevels, frameLevels, SILENT_DB } from './frames.ts'
import { atLeast, atMost, type Signal, shown } from './signal.ts'
import { bandLevelDb, type LongTermSpectrum } from './spectrum.ts'
import {
  LONGEST_SILENCE_SECONDS,
  NOISE_FLOOR_DB,
  NOISE_FLOOR_SECONDS,
  SILENCE_SHARE,
  SILENT_UNDER_ACTIVE_DB,
  SPEECH_BAND_HZ,
  SPEECH_LEVEL_DB,
} from './thresholds.ts'

/** Share of the frames that is taken for the floor between words. */
const FLOOR_SHARE = 0.05

/** Whether there is a voice to hear, how much of the clip is silent, and how loud the pauses are. */
export function loudnessSignals(
  pcm: Pcm,
  spectrum: LongTermSpectrum,
  askedPauseSeconds: number,
): Signal[] {
  const levels = frameLevels(pcm)
  return [
    speechLevel(levels, spectrum),
    ...silences(levels, askedPauseSeconds),
    ...noiseFloor(levels),
  ]
}

/** Active level, less what lies outside the speech band in the long-term spectrum. */
function speechLevel({ activeDb }: FrameLevels, spectrum: LongTermSpectrum): Signal {
  const inBand = bandLevelDb(spectrum, ...SPEECH_BAND_HZ)
  const whole = bandLevelDb(spectrum, 0, Number.POSITIVE_INFINITY)
  const level = Math.max(SILENT_DB, activeDb + inBand - whole)
  const sentence = `The voice is at ${shown(level)} dBFS between 300 and 3,400 Hz while it speaks.`
  return atLeast('speech_level', level, SPEECH_LEVEL_DB, sentence)
}

/** Silence that was asked for counts neither as silence nor as length. */
function silences({ levelsDb, activeDb }: FrameLevels, askedPauseSeconds: number): Signal[] {
  const asked = Math.round(askedPauseSeconds / FRAME_SECONDS)
  let silent = 0
  let run = 0
  let longest = 0
  for (const level of levelsDb) {
    const isSilent = level <= Math.max(SILENT_DB, activeDb - SILENT_UNDER_ACTIVE_DB)
    silent += Number(isSilent)
    run = isSilent ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  const length = levelsDb.length - asked
  const share = length <= 0 ? 1 : Math.max(0, silent - asked) / length
  const seconds = longest * FRAME_SECONDS
  return [
    atMost('silence_share', share, SILENCE_SHARE, `${shown(100 * share)} % of the clip is silent.`),
    atMost(
      'longest_silence',
      seconds,
      LONGEST_SILENCE_SECONDS + askedPauseSeconds,
      `The longest silence lasts ${shown(seconds, 2)} s.`,
    ),
  ]
}

function noiseFloor({ levelsDb, activeDb }: FrameLevels): Signal[] {
  if (levelsDb.length * FRAME_SECONDS < NOISE_FLOOR_SECONDS) return []
  const floor = levelsDb.toSorted()[Math.floor(levelsDb.length * FLOOR_SHARE)]! - activeDb
  const sentence = `The quietest moments are ${shown(-floor)} dB under the voice.`
  return [atMost('noise_floor', floor, NOISE_FLOOR_DB, sentence)]
}
