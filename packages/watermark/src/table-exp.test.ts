import { expect, test } from 'vitest'
import { MOST_NEPERS, tableExp } from './table-exp.ts'

test('is the exponential to a hundred-millionth', () => {
  for (let x = -MOST_NEPERS; x <= MOST_NEPERS; x += 0.0037) {
    expect(Math.abs(tableExp(x) / Math.exp(x) - 1), `${x}`).toBeLessThan(1.1e-8)
  }
})

test('stays where it ends', () => {
  for (const far of [MOST_NEPERS + 1, 1e9, Number.POSITIVE_INFINITY]) {
    expect(tableExp(far)).toBe(tableExp(MOST_NEPERS))
    expect(tableExp(-far)).toBe(tableExp(-MOST_NEPERS))
  }
})
