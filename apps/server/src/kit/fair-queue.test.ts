import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

function drain(queue: FairQueue<string>): (string | undefined)[] {
  return Array.from({ length: queue.size }, () => queue.shift())
}

test('takes tenants in turns, and each tenant’s items in order', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item[0]!, item)
  expect(queue.size).toBe(6)
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  expect(queue.shift()).toBeUndefined()
})

test('one item behind a hundred of somebody else is the second to be taken', () => {
  const queue = new FairQueue<string>()
  for (let n = 0; n < 100; n++) queue.push('busy', `busy ${n}`)
  queue.push('lone', 'lone')
  queue.shift()
  expect(queue.shift()).toBe('lone')
  expect(queue.size).toBe(99)
})

test('a removed item is never taken, and removing it twice changes nothing', () => {
  const queue = new FairQueue<string>()
  queue.push('a', 'a1')
  queue.push('b', 'b1')
  expect(queue.remove('a', 'a1')).toBe(true)
  expect(queue.remove('a', 'a1')).toBe(false)
  expect(queue.remove('c', 'c1')).toBe(false)
  expect(drain(queue)).toEqual(['b1'])
})
