import { createRealFft } from '@viva-voce/audio'
import { contrast } from './evidence.ts'
import { type Grid, HANN, type Levels, referenceDb } from './levels.ts'
import {
  BINS,
  CONTRAST_HALF_DB,
  DEPTH_RANGE_DB,
  FIRST_BIN,
  FRAME,
  PATTERN_FRAMES,
} from './params.ts'

const fft = createRealFft(FRAME)
/** 1 dB as a change of amplitude; first order, so that the mark is linear in the strength. */
const GAIN_PER_DB = Math.LN10 / 20

/**
 * The signal to add for a strength of 1 dB. In each frame every cell is scaled up or down by its sign
 * and depth; the Hann window before and after the transform makes that the matched filter of the reader,
 * fades out before the next frame, and leaves silence silent.
 * @param samples mono at WORK_RATE_HZ
 * @param levels of its frames, a frame apart
 * @param signs ±1 for each cell of one period of the pattern
 * @param startFrame frame of the pattern that falls on sample 0
 */
export function markOf(
  samples: Float32Array,
  levels: Levels,
  signs: Int8Array,
  startFrame: number,
): Float32Array {
  const depths = depthsOf(levels)
  const mark = new Float32Array(samples.length)
  const { time, spectrum } = fft
  for (let frame = 0; frame < depths.hops; frame++) {
    const start = frame * FRAME
    for (let n = 0; n < FRAME; n++) time[n] = samples[start + n]! * HANN[n]!
    fft.forward()
    spectrum.fill(0, 0, 2 * FIRST_BIN)
    spectrum.fill(0, 2 * (FIRST_BIN + BINS))
    const row = ((startFrame + frame) % PATTERN_FRAMES) * BINS
    for (let k = 0; k < BINS; k++) {
      const gain = GAIN_PER_DB * signs[row + k]! * depths.values[frame * BINS + k]!
      spectrum[2 * (FIRST_BIN + k)]! *= gain
      spectrum[2 * (FIRST_BIN + k) + 1]! *= gain
    }
    fft.inverse()
    for (let n = 0; n < FRAME; n++) mark[start + n] = time[n]! * HANN[n]!
  }
  return mark
}

/**
 * How deep each cell is marked, 0 to 1: in proportion to its level in dB (audiowmark's magnitude to a
 * small power), and less where it stands out from its neighbours so far that the reader clips it anyhow.
 */
function depthsOf(levels: Levels): Grid {
  const reference = referenceDb(levels)
  const values = new Float32Array(levels.values.length)
  for (let frame = 0; frame < levels.hops; frame++) {
    const row = frame * BINS
    const before = (frame > 0 ? frame - 1 : Math.min(1, levels.hops - 1)) * BINS
    const after = (frame < levels.hops - 1 ? frame + 1 : Math.max(frame - 1, 0)) * BINS
    for (let k = 0; k < BINS; k++) {
      const depth = 1 + (levels.values[row + k]! - reference) / DEPTH_RANGE_DB
      if (depth <= 0) continue
      const outstanding = contrast(levels.values, row, before, after, k) / CONTRAST_HALF_DB
      values[row + k] = Math.min(depth, 1) / (1 + outstanding * outstanding)
    }
  }
  return { values, hops: levels.hops }
}
