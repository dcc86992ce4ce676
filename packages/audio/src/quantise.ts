/** 16-bit samples from floats, with dither: of WAV, raw PCM and FLAC. */
import { endianness } from 'node:os'

export const BYTES_PER_SAMPLE = 2
const DITHER_SEED = 0x9e3779b9

/**
 * Makes a function that turns samples into 16-bit little-endian bytes with triangular (TPDF) dither of two
 * steps' width (Lipshitz, Wannamaker, Vanderkooy, "Quantization and Dither", JAES 1992), and whose dither goes
 * on from call to call: audio in pieces gives the bytes of the whole. Samples beyond -1..1 are clipped, NaN is
 * silence, zero stays zero without dither.
 * @param dither in steps, each time another number of the triangular distribution between -1 and 1; by default
 * from a generator with a fixed seed
 */
export function createQuantiser(
  dither: () => number = triangular(DITHER_SEED),
): (samples: Float32Array) => Uint8Array {
  return (samples) => {
    const words = new Int16Array(samples.length)
    for (let i = 0; i < samples.length; i++) {
      const sample = samples[i]!
      if (sample === 0 || Number.isNaN(sample)) continue
      // Floor of a half more is Math.round, which the compiler makes slower.
      const dithered = Math.floor(sample * 32768 + dither() + 0.5)
      words[i] = dithered > 32767 ? 32767 : dithered < -32768 ? -32768 : dithered
    }
    return littleEndian(words)
  }
}

function littleEndian(words: Int16Array): Uint8Array {
  const bytes = new Uint8Array(words.buffer)
  return endianness() === 'LE' ? bytes : Buffer.from(bytes.buffer).swap16()
}

/**
 * The difference of the two halves of each number of Mulberry32 (T. Ettinger, public domain): plenty for dither
 * noise, and the same on every machine.
 */
function triangular(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    t ^= t >>> 14
    return ((t >>> 16) - (t & 0xffff)) / 2 ** 16
  }
}
