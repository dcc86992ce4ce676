import { describe, expect, test } from 'vitest'
import { codeOf } from './code.ts'
import { FORMAT_1, FORMAT_2, FORMATS } from './formats.ts'
import { messageOf, payloadOf } from './message.ts'
import { CODE_BITS } from './params.ts'

const secret = { key: new Uint8Array(32).fill(7), keyVersion: 3 }

describe('messages', () => {
  test.each([0, 1, 0x80000000, 0xdeadbeef, 0xffffffff])('%i survives', (payload) => {
    for (const format of FORMATS) {
      expect(payloadOf(messageOf(payload, secret, format), secret, format)).toBe(payload)
    }
  })

  test('numbers that follow each other are far apart in format 2', () => {
    const code = codeOf(FORMAT_2)
    const first = code.encode(messageOf(1_000, secret, FORMAT_2))
    for (let payload = 1_001; payload < 1_200; payload++) {
      const other = code.encode(messageOf(payload, secret, FORMAT_2))
      const apart = first.reduce((sum, bit, i) => sum + Number(bit !== other[i]), 0)
      expect(Math.abs(apart - CODE_BITS / 2)).toBeLessThan(CODE_BITS / 4)
    }
  })

  test('any one wrong bit fails the check of format 1', () => {
    for (let bit = 0; bit < FORMAT_1.messageBits; bit++) {
      const message = messageOf(0x12345678, secret, FORMAT_1)
      message[bit]! ^= 1
      expect(payloadOf(message, secret, FORMAT_1)).toBeNull()
    }
  })

  test('another key fails the check of format 1', () => {
    const other = { ...secret, keyVersion: 4 }
    expect(payloadOf(messageOf(0x12345678, secret, FORMAT_1), other, FORMAT_1)).toBeNull()
  })

  test.each([-1, 0.5, 2 ** 32, Number.NaN])('%d is no payload', (payload) => {
    expect(() => messageOf(payload, secret, FORMAT_1)).toThrow(
      expect.objectContaining({ code: 'bad_payload' }),
    )
  })
})
