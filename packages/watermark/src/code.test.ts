import { describe, expect, test } from 'vitest'
import { gaussian, seeded } from '../test/speech-like.ts'
import { codeOf } from './code.ts'
import { FORMATS } from './formats.ts'
import { CODE_BITS } from './params.ts'

const SEED = 20_261_121

function randomMessage(bits: number, random: () => number): Uint8Array {
  return Uint8Array.from({ length: bits }, () => (random() < 0.5 ? 0 : 1))
}

/** Code bits as ±1 with Gaussian noise of a deviation. */
function received(code: Uint8Array, deviation: number, random: () => number): Float32Array {
  return Float32Array.from(code, (bit) => 2 * bit - 1 + deviation * gaussian(random))
}

/** Free distance, and the deviation at which 98 of 100 messages are read. */
const strengths = new Map([
  [1, { distance: 44, deviation: 1.4 }],
  [2, { distance: 61, deviation: 1.75 }],
])

describe.each(FORMATS)(
  `tail-biting convolutional code of format $version (seed ${SEED})`,
  (format) => {
    const { messageBits, codeRate, version } = format
    const code = codeOf(format)
    const { distance, deviation } = strengths.get(version)!

    test('decodes what it encodes', () => {
      const random = seeded(SEED)
      for (let round = 0; round < 20; round++) {
        const message = randomMessage(messageBits, random)
        expect(code.decode(received(code.encode(message), 0, random))).toEqual(message)
      }
    })

    test('reads 98 of 100 messages where a fifth and more of the bits are wrong', () => {
      const random = seeded(SEED + 1)
      let read = 0
      let wrongBits = 0
      for (let round = 0; round < 100; round++) {
        const message = randomMessage(messageBits, random)
        const sent = code.encode(message)
        const soft = received(sent, deviation, random)
        for (let i = 0; i < CODE_BITS; i++) wrongBits += Number(soft[i]! > 0 !== (sent[i] === 1))
        read += Number(code.decode(soft).every((bit, i) => bit === message[i]))
      }
      expect(wrongBits / (100 * CODE_BITS)).toBeGreaterThan(0.2)
      expect(read).toBeGreaterThanOrEqual(98)
    })

    test('turning the message turns the code: no bit is nearer to an end than another', () => {
      const message = randomMessage(messageBits, seeded(SEED + 2))
      const turned = Uint8Array.from(message, (_, i) => message[(i + 5) % messageBits]!)
      const sent = code.encode(message)
      const shift = 5 * codeRate
      expect(code.encode(turned)).toEqual(sent.map((_, i) => sent[(i + shift) % CODE_BITS]!))
    })

    test('no two of 200 messages are nearer than the free distance', () => {
      const random = seeded(SEED + 3)
      const sent = Array.from({ length: 200 }, () =>
        code.encode(randomMessage(messageBits, random)),
      )
      const one = new Uint8Array(messageBits)
      sent.push(code.encode(one))
      one[20] = 1
      sent.push(code.encode(one))
      let least = CODE_BITS
      for (const [i, a] of sent.entries()) {
        for (const b of sent.slice(i + 1)) {
          least = Math.min(
            least,
            a.reduce((sum, bit, j) => sum + Number(bit !== b[j]), 0),
          )
        }
      }
      expect(least).toBeGreaterThanOrEqual(distance)
    })
  },
)
