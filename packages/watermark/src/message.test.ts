import { describe, expect, test } from 'vitest'
import { messageOf, payloadOf } from './message.ts'
import { MESSAGE_BITS } from './params.ts'

const secret = { key: new Uint8Array(32).fill(7), keyVersion: 3 }

describe('messages', () => {
  test.each([0, 1, 0x80000000, 0xdeadbeef, 0xffffffff])('%i survives', (payload) => {
    expect(payloadOf(messageOf(payload, secret), secret)).toBe(payload)
  })

  test('any one wrong bit fails the check', () => {
    for (let bit = 0; bit < MESSAGE_BITS; bit++) {
      const message = messageOf(0x12345678, secret)
      message[bit]! ^= 1
      expect(payloadOf(message, secret)).toBeNull()
    }
  })

  test('another key fails the check', () => {
    const other = { ...secret, keyVersion: 4 }
    expect(payloadOf(messageOf(0x12345678, secret), other)).toBeNull()
  })

  test.each([-1, 0.5, 2 ** 32, Number.NaN])('%d is no payload', (payload) => {
    expect(() => messageOf(payload, secret)).toThrow(
      expect.objectContaining({ code: 'bad_payload' }),
    )
  })
})
