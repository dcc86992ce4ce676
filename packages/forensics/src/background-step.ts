import { createRealFft, type Pcm, resample } from '@viva-voce/audio'

/** Telephone recordings are told, too, by the bands that they have. */
const RATE_HZ = 16_000
const SIZE = 512
const HOP = 256
/** Edges of the bands: speech seldom fills all of them at once, a change of the background shows in each. */
const EDGES_HZ = [250, 500, 1_000, 1_500, 2_000, 2_750, 3_500, 4_500, 5_500, 6_500, 7_500]
const BANDS = EDGES_HZ.length - 1
/** The background is what this share of a side's frames does not exceed (R. Martin's minimum statistics, IEEE Trans. SAP 9(5), 2001). */
const FLOOR_SHARE = 0.06
/** A side shorter than this need not hold a pause. */
const SIDE_SECONDS = 2.5
/** Places at which two sides are compared. */
const STEP_SECONDS = 0.25
/** Under this a file has no background to compare, in dBFS of a band. */
const FLOOR_DB = -105

const fft = createRealFft(SIZE)
const HANN = Float32Array.from(
  { length: SIZE },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / SIZE),
)

/**
 * The largest change of the background between what lies before and after any place of a recording, in dB: the median over bands of
 * the difference of their floors, so that a few bands that speech fills make no step. Null for under five seconds.
 */
export function backgroundStep(pcm: Pcm): number | null {
  const levels = bandLevels(resample(pcm, RATE_HZ).samples)
  const frames = levels[0]!.length
  const side = Math.round((SIDE_SECONDS * RATE_HZ) / HOP)
  const step = Math.round((STEP_SECONDS * RATE_HZ) / HOP)
  if (frames < 2 * side) return null
  let most = 0
  for (let at = side; at + side <= frames; at += step) {
    const changes = levels.map((band) =>
      Math.abs(floorOf(band.subarray(0, at)) - floorOf(band.subarray(at))),
    )
    most = Math.max(most, changes.sort((a, b) => a - b)[BANDS >> 1]!)
  }
  return most
}

/** Levels in dB of each band's frames. */
function bandLevels(samples: Float32Array): Float32Array[] {
  const frames = Math.max(0, Math.floor((samples.length - SIZE) / HOP) + 1)
  const levels = Array.from({ length: BANDS }, () => new Float32Array(frames))
  const { time, spectrum } = fft
  for (let frame = 0; frame < frames; frame++) {
    for (let n = 0; n < SIZE; n++) time[n] = samples[frame * HOP + n]! * HANN[n]!
    fft.forward()
    for (let band = 0; band < BANDS; band++) {
      let power = 0
      const end = Math.round((EDGES_HZ[band + 1]! * SIZE) / RATE_HZ)
      for (let k = Math.round((EDGES_HZ[band]! * SIZE) / RATE_HZ); k < end; k++) {
        power += spectrum[2 * k]! ** 2 + spectrum[2 * k + 1]! ** 2
      }
      levels[band]![frame] = Math.max(FLOOR_DB, 10 * Math.log10((power * 8) / 3 / SIZE ** 2))
    }
  }
  return levels
}

function floorOf(levels: Float32Array): number {
  return levels.slice().sort()[Math.floor(FLOOR_SHARE * levels.length)]!
}
