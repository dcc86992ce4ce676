import type { Pcm } from '@viva-voce/audio'
import { atMost, type Signal, shown } from './signal.ts'
import { CLIPPED_SHARE, DC_OFFSET, FLAT_TOP_RUN, FLAT_TOP_SHARE } from './thresholds.ts'

/** Faults of the waveform itself: flat tops, and a mean that is not zero. */
export function waveformSignals({ samples }: Pcm): Signal[] {
  const clipped = flatToppedShare(samples)
  const offset = Math.abs(samples.reduce((sum, value) => sum + value, 0) / (samples.length || 1))
  return [
    atMost(
      'clipping',
      clipped,
      CLIPPED_SHARE,
      `${shown(100 * clipped, 3)} % of the samples lie on flat tops.`,
    ),
    atMost(
      'dc_offset',
      offset,
      DC_OFFSET,
      `The mean is ${shown(100 * offset, 2)} % of full scale.`,
    ),
  ]
}

/** Share of samples in runs of at least FLAT_TOP_RUN that stay on one side within FLAT_TOP_SHARE of that side's peak, after clip and gain alike. */
function flatToppedShare(samples: Float32Array): number {
  let flat = 0
  for (const side of [1, -1]) {
    let peak = 0
    for (let n = 0; n < samples.length; n++) peak = Math.max(peak, side * samples[n]!)
    if (peak > 0) flat += samplesInRuns(samples, side, FLAT_TOP_SHARE * peak)
  }
  return samples.length === 0 ? 0 : flat / samples.length
}

function samplesInRuns(samples: Float32Array, side: number, level: number): number {
  let total = 0
  let run = 0
  for (let n = 0; n <= samples.length; n++) {
    if (n < samples.length && side * samples[n]! >= level) {
      run++
      continue
    }
    if (run >= FLAT_TOP_RUN) total += run
    run = 0
  }
  return total
}
