import { describe, expect, test } from 'vitest'
import { gaussian, seeded } from '../test/speech-like.ts'
import { decode, encode } from './code.ts'
import { CODE_BITS, MESSAGE_BITS } from './params.ts'

const SEED = 20_261_121

function randomMessage(random: () => number): Uint8Array {
  return Uint8Array.from({ length: MESSAGE_BITS }, () => (random() < 0.5 ? 0 : 1))
}

/** Code bits as ±1 with Gaussian noise of a deviation. */
function received(code: Uint8Array, deviation: number, random: () => number): Float32Array {
  return Float32Array.from(code, (bit) => 2 * bit - 1 + deviation * gaussian(random))
}

describe(`tail-biting convolutional code (seed ${SEED})`, () => {
  test('decodes what it encodes', () => {
    const random = seeded(SEED)
    for (let round = 0; round < 20; round++) {
      const message = randomMessage(random)
      expect(decode(received(encode(message), 0, random))).toEqual(message)
    }
  })

  test('reads 98 of 100 messages at a deviation of 1.4, where a fifth and more of the bits are wrong', () => {
    const random = seeded(SEED + 1)
    let read = 0
    let wrongBits = 0
    for (let round = 0; round < 100; round++) {
      const message = randomMessage(random)
      const code = encode(message)
      const soft = received(code, 1.4, random)
      for (let i = 0; i < CODE_BITS; i++) wrongBits += Number(soft[i]! > 0 !== (code[i] === 1))
      read += Number(decode(soft).every((bit, i) => bit === message[i]))
    }
    expect(wrongBits / (100 * CODE_BITS)).toBeGreaterThan(0.2)
    expect(read).toBeGreaterThanOrEqual(98)
  })

  test('turning the message turns the code: no bit is nearer to an end than another', () => {
    const message = randomMessage(seeded(SEED + 2))
    const turned = Uint8Array.from(message, (_, i) => message[(i + 5) % MESSAGE_BITS]!)
    const code = encode(message)
    const shift = 5 * (CODE_BITS / MESSAGE_BITS)
    expect(encode(turned)).toEqual(code.map((_, i) => code[(i + shift) % CODE_BITS]!))
  })

  test('any two of 200 messages differ in at least 44 code bits, the free distance', () => {
    const random = seeded(SEED + 3)
    const codes = Array.from({ length: 200 }, () => encode(randomMessage(random)))
    const one = new Uint8Array(MESSAGE_BITS)
    codes.push(encode(one))
    one[20] = 1
    codes.push(encode(one))
    let least = CODE_BITS
    for (const [i, a] of codes.entries()) {
      for (const b of codes.slice(i + 1)) {
        least = Math.min(
          least,
          a.reduce((sum, bit, j) => sum + Number(bit !== b[j]), 0),
        )
      }
    }
    expect(least).toBeGreaterThanOrEqual(44)
  })
})
