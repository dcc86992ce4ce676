import { WatermarkError } from './errors.ts'
import { derive, type WatermarkKey } from './keys.ts'
import { CHECK_BITS, MESSAGE_BITS, PAYLOAD_BITS } from './params.ts'

/** The message of a payload: MESSAGE_BITS bits (0 or 1), the payload from its highest bit, then the keyed check. */
export function messageOf(payload: number, secret: WatermarkKey): Uint8Array {
  if (!Number.isInteger(payload) || payload < 0 || payload >= 2 ** PAYLOAD_BITS) {
    throw new WatermarkError('bad_payload', 'a payload is an integer from 0 to 2^32 - 1')
  }
  const bits = new Uint8Array(MESSAGE_BITS)
  writeBits(bits, 0, payload, PAYLOAD_BITS)
  writeBits(bits, PAYLOAD_BITS, checkOf(payload, secret), CHECK_BITS)
  return bits
}

/** The payload of a decoded message, or null if its keyed check does not hold. */
export function payloadOf(bits: Uint8Array, secret: WatermarkKey): number | null {
  const payload = readBits(bits, 0, PAYLOAD_BITS)
  const check = readBits(bits, PAYLOAD_BITS, CHECK_BITS)
  return check === checkOf(payload, secret) ? payload : null
}

function checkOf(payload: number, secret: WatermarkKey): number {
  const mac = derive(secret, 'check', payloadBytes(payload))
  return ((mac[0]! << 8) | mac[1]!) >>> (16 - CHECK_BITS)
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
