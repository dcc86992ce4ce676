import { WatermarkError } from './errors.ts'
import type { Format } from './formats.ts'
import { derive, type WatermarkKey } from './keys.ts'
import { PAYLOAD_BITS } from './params.ts'

/** The message of a payload: `messageBits` bits (0 or 1), the payload (permuted, if the format does that) from its highest bit, then the keyed check, if there is one. */
export function messageOf(payload: number, secret: WatermarkKey, format: Format): Uint8Array {
  if (!Number.isInteger(payload) || payload < 0 || payload >= 2 ** PAYLOAD_BITS) {
    throw new WatermarkError('bad_payload', 'a payload is an integer from 0 to 2^32 - 1')
  }
  const bits = new Uint8Array(format.messageBits)
  writeBits(bits, 0, format.permuted ? permute(payload, secret, format) : payload, PAYLOAD_BITS)
  writeBits(bits, PAYLOAD_BITS, checkOf(payload, secret, format), format.checkBits)
  return bits
}

/** The payload of a decoded message, or null if its keyed check does not hold. */
export function payloadOf(bits: Uint8Array, secret: WatermarkKey, format: Format): number | null {
  const written = readBits(bits, 0, PAYLOAD_BITS)
  if (format.permuted) return restore(written, secret, format)
  const payload = written
  const check = readBits(bits, PAYLOAD_BITS, format.checkBits)
  return check === checkOf(payload, secret, format) ? payload : null
}

const HALF_BITS = 16
const HALF_MASK = 0xffff
const ROUNDS = 6

/**
 * A keyed permutation of all payloads, by a balanced Feistel network (M. Luby, C. Rackoff, SIAM J.
 * Comput. 17(2), 1988): numbers that follow each other would be neighbours of the code, and one's mark
 * would answer for the other's.
 */
function permute(payload: number, secret: WatermarkKey, format: Format): number {
  let left = payload >>> HALF_BITS
  let right = payload & HALF_MASK
  for (let round = 0; round < ROUNDS; round++) {
    ;[left, right] = [right, left ^ roundOf(right, round, secret, format)]
  }
  return ((left << HALF_BITS) | right) >>> 0
}

/** Undoes `permute`. */
function restore(written: number, secret: WatermarkKey, format: Format): number {
  let left = written >>> HALF_BITS
  let right = written & HALF_MASK
  for (let round = ROUNDS - 1; round >= 0; round--) {
    ;[left, right] = [right ^ roundOf(left, round, secret, format), left]
  }
  return ((left << HALF_BITS) | right) >>> 0
}

function roundOf(half: number, round: number, secret: WatermarkKey, { version }: Format): number {
  const mac = derive(secret, version, `permutation/${round}`, payloadBytes(half))
  return (mac[0]! << 8) | mac[1]!
}

function checkOf(payload: number, secret: WatermarkKey, { version, checkBits }: Format): number {
  if (checkBits === 0) return 0
  const mac = derive(secret, version, 'check', payloadBytes(payload))
  return ((mac[0]! << 8) | mac[1]!) >>> (16 - checkBits)
}

function payloadBytes(payload: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, payload)
  return bytes
}

function writeBits(bits: Uint8Array, at: number, value: number, count: number): void {
  for (let i = 0; i < count; i++) bits[at + i] = (value >>> (count - 1 - i)) & 1
}

function readBits(bits: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let i = 0; i < count; i++) value = ((value << 1) | bits[at + i]!) >>> 0
  return value
}
