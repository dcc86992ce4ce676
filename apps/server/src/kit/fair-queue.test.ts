import { type PiscinaTask, queueOptionsSymbol } from 'piscina'
import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

let count = 0
function taskOf(tenant: string | null): PiscinaTask {
  const options = tenant === null ? null : { tenant }
  return { taskId: ++count, [queueOptionsSymbol]: options } as unknown as PiscinaTask
}

function drain(queue: FairQueue): (PiscinaTask | null)[] {
  return Array.from({ length: queue.size }, () => queue.shift())
}

test('takes tenants in turns, and each tenant’s tasks in order', () => {
  const queue = new FairQueue()
  const [a1, a2, a3, b1, c1, c2] = ['a', 'a', 'a', 'b', 'c', 'c'].map(taskOf) as PiscinaTask[]
  for (const task of [a1, a2, a3, b1, c1, c2]) queue.push(task!)
  expect(queue.size).toBe(6)
  expect(drain(queue)).toEqual([a1, b1, c1, a2, c2, a3])
  expect(queue.shift()).toBeNull()
})

test('one task behind a hundred of somebody else is the second to be taken', () => {
  const queue = new FairQueue()
  for (let n = 0; n < 100; n++) queue.push(taskOf('busy'))
  const lone = taskOf('lone')
  queue.push(lone)
  queue.shift()
  expect(queue.shift()).toBe(lone)
  expect(queue.size).toBe(99)
})

test('a removed task is never taken, and removing it twice changes nothing', () => {
  const queue = new FairQueue()
  const [a, b] = [taskOf('a'), taskOf(null)]
  queue.push(a)
  queue.push(b)
  queue.remove(a)
  queue.remove(a)
  expect(queue.size).toBe(1)
  expect(drain(queue)).toEqual([b])
})
