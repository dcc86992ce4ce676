import { describe, expect, test } from 'vitest'
import { systemRandom } from '../../kit/random.ts'
import { keyMatches, makeKey, maskKey, publicIdOf } from './key-format.ts'

const other = (letter: string) => (letter === 'a' ? 'b' : 'a')

describe('a key', () => {
  const { key, publicId, secretHash } = makeKey('live', systemRandom)

  test('tells its public id and matches its hash', () => {
    expect(publicIdOf(key)).toBe(publicId)
    expect(keyMatches(key, secretHash)).toBe(true)
    expect(key.startsWith(`vv_live_${publicId}_`)).toBe(true)
    expect(makeKey('test', systemRandom).key).toMatch(/^vv_test_/)
  })

  test('with any one letter mistyped is told by its checksum', () => {
    for (let place = 0; place < key.length; place++) {
      const mistyped = key.slice(0, place) + other(key[place]!) + key.slice(place + 1)
      expect(publicIdOf(mistyped)).toBeNull()
      expect(keyMatches(mistyped, secretHash)).toBe(false)
    }
  })

  test.each([
    '',
    'vv_live_',
    key.slice(0, -1),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.toUpperCase(),
  ])('that is malformed is none: %j', (text) => {
    expect(publicIdOf(text)).toBeNull()
  })

  test('differs from every other in both its halves', () => {
    const made = Array.from({ length: 200 }, () => makeKey('live', systemRandom))
    expect(new Set(made.map((one) => one.publicId)).size).toBe(200)
    expect(new Set(made.map((one) => one.secretHash.toString('hex'))).size).toBe(200)
  })

  test('is masked to its public half', () => {
    const masked = maskKey('live', publicId)
    expect(masked).toBe(`vv_live_${publicId}_••••••••`)
    expect(key.startsWith(masked.replace(/•+$/, ''))).toBe(true)
  })
})
