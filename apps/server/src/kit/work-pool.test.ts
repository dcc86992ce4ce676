import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createWorkPool } from './work-pool.ts'

const tasks = fileURLToPath(import.meta.resolve('../work/forecast/forecast-tasks.ts'))
const start = (keptThreads: number) =>
  createWorkPool({ filename: tasks, threads: 1, keptThreads, queue: 1, workerData: null })
const task = { series: Array.from({ length: 20 }, (_, day) => day), horizon: 7 }

// Ending a thread while it loads ends the whole process, and with it this test.
it('can be closed as soon as it is made', async () => {
  for (let round = 0; round < 5; round++) await start(1).close()
})

it('ends a task that is given up at once, when its thread has loaded', async () => {
  for (let round = 0; round < 5; round++) {
    const pool = start(0)
    const giveUp = new AbortController()
    const work = pool.run('forecastSeries', task, { tenant: '', signal: giveUp.signal })
    giveUp.abort(new Error('given up'))
    const answer = await work.catch((error: Error) => error)
    // A thread that was done when it had loaded has an answer instead.
    if (answer instanceof Error) expect(answer.name).toBe('AbortError')
    await pool.close()
  }
})

it('runs on after a thread was ended', async () => {
  const pool = start(1)
  const giveUp = new AbortController()
  const first = pool.run('forecastSeries', task, { tenant: '', signal: giveUp.signal })
  giveUp.abort()
  await first.catch(() => {})
  const { signal } = new AbortController()
  expect(await pool.run('forecastSeries', task, { tenant: '', signal })).toHaveLength(7)
  await pool.close()
})
