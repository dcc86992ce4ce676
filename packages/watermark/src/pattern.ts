import type { Format } from './formats.ts'
import { KeyedRandom, type WatermarkKey } from './keys.ts'
import { BINS, BLOCK_FRAMES, CODE_BITS, PATTERN_FRAMES, PILOT_BINS } from './params.ts'

/** Value of `codeBit` in a pilot cell. */
export const PILOT = -1

/** What each (frame, bin) cell of one period carries; cell index = frame · BINS + bin. */
export interface Pattern {
  /** Index of the code bit, or PILOT. */
  codeBit: Int16Array
  /** +1 or −1: the direction of a 1 bit, and of the pilot. */
  sign: Int8Array
  /** The pilot cells in order, PILOT_BINS to a frame: their bins. */
  pilotBin: Uint8Array
}

const CACHED_PATTERNS = 16
const cache = new Map<string, Pattern>()

/**
 * The keyed pattern that embedder and detector share: in each frame PILOT_BINS bins of known sign,
 * and in each block of BLOCK_FRAMES frames every code bit once, dealt and signed at random.
 * @see D. Kirovski, H. Malvar, "Spread-spectrum watermarking of audio signals", IEEE TSP 51(4), 2003;
 *   S. Westerfeld, audiowmark (keyed placement of sync and data cells)
 */
export function patternOf(secret: WatermarkKey, format: Format): Pattern {
  const id = `${format.version}:${secret.keyVersion}:${Buffer.from(secret.key).toString('base64')}`
  const known = cache.get(id)
  if (known) return known
  const pattern = drawPattern(new KeyedRandom(secret, format.version, 'pattern'))
  if (cache.size === CACHED_PATTERNS) cache.delete(cache.keys().next().value!)
  cache.set(id, pattern)
  return pattern
}

function drawPattern(random: KeyedRandom): Pattern {
  const cells = PATTERN_FRAMES * BINS
  const codeBit = new Int16Array(cells).fill(PILOT)
  const pilotBin = new Uint8Array(PATTERN_FRAMES * PILOT_BINS)
  const bins = Uint16Array.from({ length: BINS }, (_, bin) => bin)
  const bits = Uint16Array.from({ length: CODE_BITS }, (_, bit) => bit)
  for (let frame = 0; frame < PATTERN_FRAMES; frame++) {
    if (frame % BLOCK_FRAMES === 0) random.shuffle(bits)
    random.shuffle(bins)
    const firstBit = (frame % BLOCK_FRAMES) * (BINS - PILOT_BINS)
    for (let i = 0; i < BINS; i++) {
      if (i < PILOT_BINS) pilotBin[frame * PILOT_BINS + i] = bins[i]!
      else codeBit[frame * BINS + bins[i]!] = bits[firstBit + i - PILOT_BINS]!
    }
  }
  const sign = Int8Array.from({ length: cells }, () => (random.below(2) === 0 ? -1 : 1))
  return { codeBit, sign, pilotBin }
}
