import { ids as shapes } from '@viva-voce/contract'
import { expect, test } from 'vitest'
import { manualClock } from './clock.ts'
import { createIds } from './ids.ts'
import { systemRandom } from './random.ts'

const at = (iso: string) => manualClock(new Date(iso))

test('an id is what the contract says an id is', () => {
  const { next } = createIds(at('2026-03-02T09:00:00Z'), systemRandom)
  for (const [prefix, shape] of [
    ['usr', shapes.user],
    ['ses', shapes.session],
    ['key', shapes.key],
    ['syn', shapes.synthesis],
    ['pi', shapes.paymentIntent],
    ['esc', shapes.escrow],
    ['lic', shapes.licence],
  ] as const) {
    expect(shape.safeParse(next(prefix)).success).toBe(true)
  }
})

test('is a UUIDv7 in base 32: the example of the TypeID specification', () => {
  // 01890a5d-ac96-774b-bcce-b302099a8057, https://github.com/jetify-com/typeid/tree/main/spec
  const random = { bytes: () => Buffer.from('774bbcceb302099a8057', 'hex') }
  const clock = manualClock(new Date(0x01890a5dac96))
  expect(createIds(clock, random).next('usr')).toBe('usr_01h455vb4pex5vsknk084sn02q')
})

test('ids sort by time', () => {
  const clock = at('2026-03-02T09:00:00Z')
  const { next } = createIds(clock, systemRandom)
  const made = Array.from({ length: 50 }, () => {
    clock.advance(1)
    return next('syn')
  })
  expect(made.toSorted()).toEqual(made)
})

test('ids of the same millisecond differ, and sort in the order in which they were made', () => {
  const { next } = createIds(at('2026-03-02T09:00:00Z'), {
    bytes: (length) => Buffer.concat([Buffer.alloc(2), systemRandom.bytes(length - 2)]),
  })
  const made = Array.from({ length: 2_000 }, () => next('txn'))
  expect(new Set(made).size).toBe(2_000)
  expect(made.toSorted()).toEqual(made)
})
