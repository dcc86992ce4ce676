import { type Pcm, resample } from '@viva-voce/audio'
import { type HashedFrames, hashFrames, spectrogramOf } from './frames.ts'
import { BITS, FLIPPED_BITS, LAG_FRAMES, SCALES, WORK_RATE_HZ } from './params.ts'

/** What is asked of the registry about a stretch of unknown audio. The three arrays are of one length. */
export interface Probes {
  /** Hashes to look for; one may stand for several frames. */
  hashes: Int32Array
  /** The frame of the query that each was made from, 16 ms apart. */
  frames: Int32Array
  /** Which of SCALES it was made with. */
  scales: Uint8Array
}

/** Bits by rising certainty, of which the first FLIPPED_BITS are used; kept to save making it each time. */
const order = new Uint8Array(BITS)

/**
 * What to look for: every frame's hash at several speeds, with its least certain bits tried both ways;
 * about 2,500 a second of speech.
 * @param pcm mono at 8 to 192 kHz; bound its length, since so many are made of it
 */
export function probesOf(pcm: Pcm): Probes {
  const spectrogram = spectrogramOf(resample(pcm, WORK_RATE_HZ).samples)
  const hashes: number[] = []
  const frames: number[] = []
  const scales: number[] = []
  SCALES.forEach((scale, index) => {
    const hashed = hashFrames(spectrogram, scale)
    for (let frame = LAG_FRAMES; frame < spectrogram.frames; frame++) {
      if (!hashed.isLoud(frame)) continue
      for (const hash of nearHashes(hashed, frame)) {
        hashes.push(hash)
        frames.push(frame)
        scales.push(index)
      }
    }
  })
  return {
    hashes: Int32Array.from(hashes),
    frames: Int32Array.from(frames),
    scales: Uint8Array.from(scales),
  }
}

/** The hash of a frame with every choice of its least certain bits. */
function* nearHashes({ hashes, margins }: HashedFrames, frame: number): Generator<number> {
  const certainty = (bit: number) => Math.abs(margins[frame * BITS + bit]!)
  for (let bit = 0; bit < BITS; bit++) order[bit] = bit
  order.sort((a, b) => certainty(a) - certainty(b))
  for (let choice = 0; choice < 1 << FLIPPED_BITS; choice++) {
    let hash = hashes[frame]!
    for (let i = 0; i < FLIPPED_BITS; i++) if ((choice >> i) & 1) hash ^= 1 << order[i]!
    yield hash
  }
}
