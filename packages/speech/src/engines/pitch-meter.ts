import type { Pcm } from '@viva-voce/audio'

const FRAME_SECONDS = 0.04
const MIN_F0_HZ = 50
const MAX_F0_HZ = 400
const MIN_CORRELATION = 0.8

/** The median fundamental frequency of the voiced frames, by autocorrelation: for tests of pitch control. */
export function medianF0({ samples, sampleRateHz }: Pcm): number {
  const frame = Math.round(FRAME_SECONDS * sampleRateHz)
  const found: number[] = []
  for (let start = 0; start + 2 * frame < samples.length; start += 2 * frame) {
    const f0 = frameF0(samples.subarray(start, start + 2 * frame), frame, sampleRateHz)
    if (f0 !== undefined) found.push(f0)
  }
  return found.sort((a, b) => a - b)[Math.floor(found.length / 2)] ?? Number.NaN
}

function frameF0(samples: Float32Array, length: number, sampleRateHz: number): number | undefined {
  let best = { correlation: MIN_CORRELATION, lag: 0 }
  const shortest = Math.floor(sampleRateHz / MAX_F0_HZ)
  for (let lag = shortest; lag < sampleRateHz / MIN_F0_HZ && lag < length; lag++) {
    const correlation = correlationAt(samples, length, lag)
    // A lag of two periods is as good as one: the shorter stays unless the longer is clearly better.
    if (correlation > best.correlation + (best.lag ? 0.02 : 0)) best = { correlation, lag }
  }
  return best.lag ? sampleRateHz / best.lag : undefined
}

function correlationAt(samples: Float32Array, length: number, lag: number): number {
  let [product, here, there] = [0, 0, 0]
  for (let i = 0; i < length; i++) {
    product += samples[i]! * samples[i + lag]!
    here += samples[i]! ** 2
    there += samples[i + lag]! ** 2
  }
  return here < 1e-3 ? 0 : product / Math.sqrt(here * there + 1e-12)
}
