import type { Pcm } from '@viva-voce/audio'

/** Length of a frame, in seconds: the usual compromise between a pitch period and a phone. */
export const FRAME_SECONDS = 0.02
/** Level given to a frame of exact silence, in dBFS: under any 16-bit file's. */
export const SILENT_DB = -120
/** Frames within this of the loudest carry the active level (ITU-T P.56's margin). */
const ACTIVE_MARGIN_DB = 15.9

/** Levels of a clip's 20 ms frames. */
export interface FrameLevels {
  /** RMS in dBFS, one for each whole frame, at least SILENT_DB. */
  levelsDb: Float64Array
  /** Mean power, in dBFS, of the frames within 15.9 dB of the loudest; SILENT_DB if there is none. */
  activeDb: number
}

/** RMS levels of consecutive frames and the active level, after ITU-T P.56 in simple form. */
export function frameLevels({ samples, sampleRateHz }: Pcm): FrameLevels {
  const frame = Math.max(1, Math.round(FRAME_SECONDS * sampleRateHz))
  const levelsDb = new Float64Array(Math.floor(samples.length / frame))
  let loudest = SILENT_DB
  for (let i = 0; i < levelsDb.length; i++) {
    let energy = 0
    for (let n = i * frame; n < (i + 1) * frame; n++) energy += samples[n]! ** 2
    levelsDb[i] = Math.max(SILENT_DB, 10 * Math.log10(energy / frame))
    loudest = Math.max(loudest, levelsDb[i]!)
  }
  return { levelsDb, activeDb: activeLevel(levelsDb, loudest) }
}

function activeLevel(levelsDb: Float64Array, loudest: number): number {
  if (loudest <= SILENT_DB) return SILENT_DB
  let power = 0
  let count = 0
  for (const level of levelsDb) {
    if (level < loudest - ACTIVE_MARGIN_DB) continue
    power += 10 ** (level / 10)
    count++
  }
  return 10 * Math.log10(power / count)
}
