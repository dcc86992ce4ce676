import { atLeast, type Signal } from './signal.ts'
import { bandLevelDb, type LongTermSpectrum } from './spectrum.ts'
import { BANDWIDTH_DEPTH_DB, BANDWIDTH_HZ } from './thresholds.ts'

const LOWEST_HZ = 100
const THIRD_OCTAVE = 2 ** (1 / 3)

/** Whether the clip is wide enough for speech. */
export function bandwidthSignal(spectrum: LongTermSpectrum): Signal {
  const topHz = highestAudibleHz(spectrum)
  return atLeast('bandwidth', topHz, BANDWIDTH_HZ, `The sound reaches up to ${topHz} Hz.`)
}

/** The top of the highest third of an octave that stands within BANDWIDTH_DEPTH_DB of the strongest; 0 for silence. */
export function highestAudibleHz(spectrum: LongTermSpectrum): number {
  const bands: { toHz: number; levelDb: number }[] = []
  const nyquistHz = spectrum.powers.length * spectrum.binHz
  for (let fromHz = LOWEST_HZ; fromHz < nyquistHz; fromHz *= THIRD_OCTAVE) {
    const toHz = Math.min(fromHz * THIRD_OCTAVE, nyquistHz)
    bands.push({ toHz, levelDb: bandLevelDb(spectrum, fromHz, toHz) })
  }
  const strongest = Math.max(...bands.map(({ levelDb }) => levelDb))
  const audible = bands.filter(
    ({ levelDb }) => levelDb > Math.max(-115, strongest - BANDWIDTH_DEPTH_DB),
  )
  return Math.round(audible.at(-1)?.toHz ?? 0)
}
