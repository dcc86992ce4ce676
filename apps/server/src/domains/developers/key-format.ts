import { createHash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Random } from '../../kit/random.ts'

/**
 * `vv_live_` + 12 letters of public id + `_` + 40 letters of secret + 7 letters of checksum.
 * The checksum (CRC-32) lets a typing error, or a string that a secret scanner found, be told without a look-up.
 */
const shape =
  /^vv_(live|test)_([0-9a-hjkmnp-tv-z]{12})_([0-9a-hjkmnp-tv-z]{40})([0-9a-hjkmnp-tv-z]{7})$/
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

export type KeyMode = 'live' | 'test'

export interface NewKey {
  key: string
  publicId: string
  secretHash: Buffer
}

/** Makes a key; 200 random bits of secret, so a plain SHA-256 is enough to store. */
export function makeKey(mode: KeyMode, random: Random): NewKey {
  const publicId = letters(random, 12)
  const body = `vv_${mode}_${publicId}_${letters(random, 40)}`
  const key = body + checksum(body)
  return { key, publicId, secretHash: hashKey(key) }
}

/** The public id of a well-formed key; null for anything else. */
export function publicIdOf(key: string): string | null {
  const match = shape.exec(key)
  if (!match || checksum(key.slice(0, -7)) !== match[4]) return null
  return match[2]!
}

/** Compares in constant time. */
export function keyMatches(key: string, secretHash: Buffer): boolean {
  return timingSafeEqual(hashKey(key), secretHash)
}

/** What a list shows of a key whose secret is gone. */
export function maskKey(mode: string, publicId: string): string {
  return `vv_${mode}_${publicId}_••••••••`
}

function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

function letters(random: Random, count: number): string {
  return Array.from(random.bytes(count), (byte) => alphabet[byte & 31]).join('')
}

function checksum(text: string): string {
  let rest = crc32(text)
  let out = ''
  for (let place = 0; place < 7; place++) {
    out = alphabet[rest & 31] + out
    rest >>>= 5
  }
  return out
}
