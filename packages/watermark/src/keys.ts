import { createCipheriv, createHmac } from 'node:crypto'
import { WatermarkError } from './errors.ts'

const KEY_BYTES = 32
const STREAM_BYTES = 131_072

/** A secret of 32 bytes and the number under which the operator keeps it. */
export interface WatermarkKey {
  key: Uint8Array
  /** 0 to 65,535; part of every derivation, so that keys can be rotated by epoch. */
  keyVersion: number
}

/** HMAC-SHA-256 of a purpose and data under the key, the format and the key version (RFC 2104; labels as in RFC 5869's info). */
export function derive(
  secret: WatermarkKey,
  formatVersion: number,
  purpose: string,
  data: Uint8Array = new Uint8Array(),
): Uint8Array {
  if (secret.key.length !== KEY_BYTES) {
    throw new WatermarkError('bad_key', `a watermark key has ${KEY_BYTES} bytes`)
  }
  if (!Number.isInteger(secret.keyVersion) || secret.keyVersion < 0 || secret.keyVersion > 65_535) {
    throw new WatermarkError('bad_key', 'a key version is an integer from 0 to 65535')
  }
  const label = `viva-voce/watermark/f${formatVersion}/k${secret.keyVersion}/${purpose}\0`
  return createHmac('sha256', secret.key).update(label).update(data).digest()
}

/** A stream of uniform integers that only the holder of the key can foretell: AES-256 in counter mode under a derived key. */
export class KeyedRandom {
  readonly #words: Uint32Array
  #next = 0

  constructor(secret: WatermarkKey, formatVersion: number, purpose: string) {
    const cipher = createCipheriv(
      'aes-256-ctr',
      derive(secret, formatVersion, purpose),
      new Uint8Array(16),
    )
    const bytes = cipher.update(new Uint8Array(STREAM_BYTES))
    const words = new Uint32Array(STREAM_BYTES / 4)
    for (let i = 0; i < words.length; i++) words[i] = bytes.readUInt32LE(4 * i)
    this.#words = words
  }

  /** An integer from 0 to `bound` − 1; the bias, under bound/2^32, does not matter here. */
  below(bound: number): number {
    if (this.#next === this.#words.length) throw new RangeError('keyed stream is used up')
    return Math.floor((this.#words[this.#next++]! / 2 ** 32) * bound)
  }

  /** Shuffles in place (Fisher and Yates; Knuth's algorithm P). */
  shuffle<T extends Int16Array | Uint16Array>(items: T): T {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const kept = items[i]!
      items[i] = items[j]!
      items[j] = kept
    }
    return items
  }
}
