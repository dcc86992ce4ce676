import { describe, expect, test } from 'vitest'
import { systemRandom } from './random.ts'
import { deriveKey, seal, unseal } from './seal.ts'

const key = deriveKey('the secret', 'a purpose')
const plain = Buffer.from('what nobody else may read')

describe('a sealed text', () => {
  test('is opened by the same key', () => {
    expect(unseal(key, seal(key, plain, systemRandom))).toEqual(plain)
    expect(unseal(key, seal(key, Buffer.alloc(0), systemRandom))).toEqual(Buffer.alloc(0))
  })

  test('hides what it holds, and differs each time', () => {
    const [one, two] = [seal(key, plain, systemRandom), seal(key, plain, systemRandom)]
    expect(one.includes(plain)).toBe(false)
    expect(one.equals(two)).toBe(false)
  })

  test('is not opened by another key, nor when any byte was changed or cut', () => {
    const sealed = seal(key, plain, systemRandom)
    expect(() => unseal(deriveKey('the secret', 'another purpose'), sealed)).toThrow()
    for (let place = 0; place < sealed.length; place++) {
      const changed = Buffer.from(sealed)
      changed[place]! ^= 1
      expect(() => unseal(key, changed)).toThrow()
      expect(() => unseal(key, sealed.subarray(0, place))).toThrow()
    }
  })
})

test('a key depends on the secret and on the purpose', () => {
  const keys = [key, deriveKey('the secret', 'another'), deriveKey('another', 'a purpose')]
  expect(new Set(keys.map((one) => one.toString('hex'))).size).toBe(3)
  expect(deriveKey('the secret', 'a purpose')).toEqual(key)
  expect(key).toHaveLength(32)
})
