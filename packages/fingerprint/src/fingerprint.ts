import { type Pcm, resample } from '@viva-voce/audio'
import { hashFrames, spectrogramOf } from './frames.ts'
import { LAG_FRAMES, STORED_STRIDE, WORK_RATE_HZ } from './params.ts'

/** What the registry keeps of a synthesis: about 13 entries a second of speech. Both arrays are of one length. */
export interface Fingerprint {
  /** BITS bits each, as the sign-less integers that a database index holds. */
  hashes: Int32Array
  /** The frame of each hash, 16 ms apart, from the beginning of the audio. */
  frames: Int32Array
}

/**
 * The fingerprint of a whole synthesis.
 * @param pcm mono at 8 to 192 kHz, any length; under 0.4 s, and silence, have none
 */
export function fingerprintOf(pcm: Pcm): Fingerprint {
  const spectrogram = spectrogramOf(resample(pcm, WORK_RATE_HZ).samples)
  const { hashes, isLoud } = hashFrames(spectrogram, 1)
  const frames: number[] = []
  for (let frame = LAG_FRAMES; frame < spectrogram.frames; frame += STORED_STRIDE) {
    if (isLoud(frame)) frames.push(frame)
  }
  return {
    hashes: Int32Array.from(frames, (frame) => hashes[frame]!),
    frames: Int32Array.from(frames),
  }
}
