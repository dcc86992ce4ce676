import type { Pcm } from '@viva-voce/audio'
import { WatermarkError } from './errors.ts'
import { WORK_RATE_HZ } from './params.ts'

/** Throws `bad_audio` for a rate out of 8 to 192 kHz or a sample that is not finite. */
export function checkAudio({ samples, sampleRateHz }: Pcm): void {
  if (!(sampleRateHz >= 8_000 && sampleRateHz <= 192_000)) {
    throw new WatermarkError('bad_audio', 'the sampling rate must be 8 to 192 kHz')
  }
  for (let n = 0; n < samples.length; n++) {
    if (Number.isFinite(samples[n])) continue
    throw new WatermarkError('bad_audio', 'a sample is not a finite number')
  }
}

/** Seconds of sound, in frames whose RMS is above −60 dBFS: quieter than any speech meant to be heard. */
export function activeSeconds(samples: Float32Array): number {
  const frame = WORK_RATE_HZ / 100
  let active = 0
  for (let start = 0; start + frame <= samples.length; start += frame) {
    let energy = 0
    for (let n = start; n < start + frame; n++) energy += samples[n]! ** 2
    if (energy > frame * 1e-6) active++
  }
  return active / 100
}
