import { beforeEach, describe, expect, test } from 'vitest'
import { PlayedProcess, StillClock } from '../../../test/played-process.ts'
import type { Limits } from './supervision.ts'
import { Supervisor } from './supervisor.ts'

const LIMITS: Limits = {
  queue: 3,
  waitMs: 10_000,
  runMs: 5_000,
  loadMs: 8_000,
  idleMs: 60_000,
  firstBackoffMs: 100,
  maxBackoffMs: 1_000,
  downAfter: 3,
  maxSeconds: 1,
  maxMemoryBytes: 1_000_000,
}
const TASK = { text: 'hello', speed: 1, speakerId: 0 }

let clock: StillClock
let processes: PlayedProcess[]
let supervisor: Supervisor
const last = () => processes.at(-1)!
const settle = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  clock = new StillClock()
  processes = []
  supervisor = new Supervisor({
    voice: 'v',
    model: {},
    probe: { text: 'probe', speed: 1, speakerId: 0 },
    schedule: clock.schedule,
    limits: LIMITS,
    launch: (events) => {
      processes.push(new PlayedProcess(events))
      return last()
    },
  })
})

/** The sample count of a request, or the message of its error. */
function outcome(signal?: AbortSignal): Promise<number | string> {
  return supervisor.speak(TASK, signal).then(
    (pcm) => pcm.samples.length,
    (error: Error & { code: string }) => `${error.code}: ${error.message}`,
  )
}

describe('speaking', () => {
  test('starts the process with the first request and keeps it for the next', async () => {
    expect(processes).toHaveLength(0)
    const first = outcome()
    last().load()
    last().speak(7)
    expect(await first).toBe(7)
    const second = outcome()
    last().speak(8)
    expect(await second).toBe(8)
    expect(processes).toHaveLength(1)
  })

  test('gives the process one request at a time, in order', async () => {
    const all = [outcome(), outcome(), outcome()]
    last().load()
    for (const count of [1, 2, 3]) {
      expect(last().got.filter(({ kind }) => kind === 'speak')).toHaveLength(count)
      last().speak(count)
    }
    expect(await Promise.all(all)).toEqual([1, 2, 3])
  })

  test('refuses at once what the queue does not hold', async () => {
    const held = [outcome()]
    last().load()
    held.push(outcome(), outcome(), outcome())
    expect(await outcome()).toBe('busy: voice v has too many requests waiting')
    for (const _ of held) last().speak()
    expect(await Promise.all(held)).toEqual([10, 10, 10, 10])
  })

  test('a request that waits too long is refused, and harms no other', async () => {
    const first = outcome()
    clock.advance(5_000)
    const second = outcome()
    clock.advance(2_000)
    last().load()
    clock.advance(4_000)
    last().speak()
    clock.advance(4_500)
    expect(await first).toBe(10)
    last().speak()
    expect(await second).toBe(10)
    expect(processes).toHaveLength(1)
  })

  test('the wait for a process that cannot start is bounded', async () => {
    const first = outcome()
    clock.advance(8_000)
    await settle()
    clock.advance(2_000)
    expect(await first).toBe('busy: voice v had no turn in 10000 ms')
  })

  test('a refused text fails that request only', async () => {
    const all = [outcome(), outcome()]
    last().load()
    last().say({ kind: 'failed', id: last().id, message: 'no' })
    last().speak()
    expect(await Promise.all(all)).toEqual(['engine_failed: voice v refused a text', 10])
    expect(supervisor.health()).toMatchObject({ up: true, crashesInARow: 0 })
  })

  test.each([
    ['is not finite', [Float32Array.of(0, Number.NaN)]],
    ['is without end', [new Float32Array(60), new Float32Array(60)]],
    ['is no audio', ['x' as unknown as Float32Array]],
  ])('audio that %s ends the process', async (_, chunks) => {
    const first = outcome()
    last().load()
    const { id } = last()
    last().say(...chunks.map((samples) => ({ kind: 'chunk', id, samples }) as const))
    last().say({ kind: 'end', id })
    expect(await first).toMatch(/^engine_failed: voice v (made|sent)/)
    expect(last().alive).toBe(false)
  })

  test('ends a process without work, and starts another when there is some', async () => {
    const first = outcome()
    last().load()
    last().speak()
    await first
    clock.advance(LIMITS.idleMs)
    await settle()
    expect(supervisor.health()).toMatchObject({ process: 'idle', up: true, crashesInARow: 0 })
    const second = outcome()
    last().load()
    last().speak()
    expect(await second).toBe(10)
    expect(processes.map(({ alive }) => alive)).toEqual([false, true])
  })
})

describe('cancelling', () => {
  test('before it began', async () => {
    expect(await outcome(AbortSignal.abort())).toMatch(/^cancelled/)
    expect(processes).toHaveLength(0)
  })

  test('while it waits takes it out of the queue', async () => {
    const controller = new AbortController()
    const first = outcome()
    const second = outcome(controller.signal)
    controller.abort()
    expect(await second).toMatch(/^cancelled/)
    expect(supervisor.health().queued).toBe(1)
    last().load()
    last().speak()
    expect(await first).toBe(10)
  })

  test('in flight answers at once, tells the process, and the next one waits for its end', async () => {
    const controller = new AbortController()
    const first = outcome(controller.signal)
    const second = outcome()
    last().load()
    const { id } = last()
    controller.abort()
    expect(await first).toMatch(/^cancelled/)
    expect(last().got.at(-1)).toEqual({ kind: 'cancel', id })
    last().say({ kind: 'end', id })
    last().speak(4)
    expect(await second).toBe(4)
  })

  test('does not save a process that hangs', async () => {
    const controller = new AbortController()
    const first = outcome(controller.signal)
    last().load()
    controller.abort()
    await first
    clock.advance(LIMITS.runMs)
    await settle()
    expect(last().alive).toBe(false)
  })
})

describe('a process that ends', () => {
  const crash = (reason = 'ended with 255') => last().end(reason)

  test('fails the request in flight; the next one is spoken after the restart', async () => {
    const all = [outcome(), outcome()]
    last().load()
    crash()
    expect(supervisor.health()).toMatchObject({ process: 'waiting', up: true, crashesInARow: 1 })
    clock.advance(100)
    last().load()
    last().speak()
    expect(await Promise.all(all)).toEqual(['engine_failed: voice v ended while it spoke', 10])
    expect(supervisor.health()).toMatchObject({ crashesInARow: 0, restarts: 1 })
  })

  test('one that hangs is killed at the deadline and counts as ended', async () => {
    const first = outcome()
    last().load()
    clock.advance(LIMITS.runMs)
    expect(await first).toBe('engine_failed: voice v took over 5000 ms to speak')
    await settle()
    expect(supervisor.health().lastProblem).toBe('took over 5000 ms to speak')
    expect(supervisor.health().crashesInARow).toBe(1)
  })

  test('what a killed process had sent is nobody’s', async () => {
    const first = outcome()
    last().load()
    clock.advance(LIMITS.runMs)
    last().speak()
    expect(await first).toMatch(/^engine_failed/)
    await settle()
    expect(supervisor.health().crashesInARow).toBe(1)
  })

  test('is restarted after 100, 200, 400, 800, 1000, 1000 ms', async () => {
    const first = outcome()
    const pauses: number[] = []
    for (let i = 0; i < 6; i++) {
      crash()
      const since = clock.nowMs
      const count = processes.length
      while (processes.length === count) clock.advance(1)
      pauses.push(clock.nowMs - since)
    }
    expect(pauses).toEqual([100, 200, 400, 800, 1_000, 1_000])
    expect(await first).toBe('voice_down: voice v is down')
  })

  test('three times in a row marks the voice down: everything is refused at once', async () => {
    const all = [outcome(), outcome(), outcome()]
    for (const pauseMs of [100, 200, 400]) {
      crash('ended with 255: no sample_rate')
      clock.advance(pauseMs)
    }
    expect(await Promise.all(all)).toEqual(Array(3).fill('voice_down: voice v is down'))
    expect(await outcome()).toBe('voice_down: voice v is down')
    expect(supervisor.health()).toMatchObject({
      up: false,
      lastProblem: 'ended with 255: no sample_rate',
    })
  })

  async function bringDown(): Promise<void> {
    const first = outcome()
    for (const pauseMs of [100, 200, 400]) {
      crash()
      clock.advance(pauseMs)
    }
    await first
  }

  test('is up again when a restarted process has spoken the probe', async () => {
    await bringDown()
    last().load()
    expect(last().got.at(-1)).toMatchObject({ kind: 'speak', text: 'probe' })
    expect(supervisor.isUp).toBe(false)
    last().speak()
    expect(supervisor.health()).toMatchObject({ up: true, crashesInARow: 0, process: 'ready' })
    const next = outcome()
    last().speak(5)
    expect(await next).toBe(5)
  })

  test.each([
    ['crashes on it', () => crash()],
    ['refuses it', () => last().say({ kind: 'failed', id: last().id, message: '' })],
    ['says nothing', () => last().say({ kind: 'end', id: last().id })],
    ['hangs', () => clock.advance(LIMITS.runMs)],
  ])('stays down when the process %s', async (_, happens) => {
    await bringDown()
    last().load()
    happens()
    await settle()
    expect(supervisor.health()).toMatchObject({ up: false, process: 'waiting', crashesInARow: 4 })
  })
})

describe('closing', () => {
  const steps = {
    ask: () => void outcome(),
    load: () => last().load(),
    speak: () => last().speak(),
    crash: () => last().end('x'),
    idle: () => clock.advance(LIMITS.idleMs),
  }
  test.each<[string, (keyof typeof steps)[]]>([
    ['idle', []],
    ['starting', ['ask']],
    ['ready', ['ask', 'load', 'speak']],
    ['busy', ['ask', 'load']],
    ['waiting', ['ask', 'crash']],
    ['stopping', ['ask', 'load', 'speak', 'idle']],
  ])('%s: leaves no process, no timer and no request open', async (state, way) => {
    for (const step of way) steps[step]()
    expect(supervisor.health().process).toBe(state)
    const open = outcome()
    await Promise.all([supervisor.close(), supervisor.close()])
    expect(await open).toBe('engine_failed: voice v is closed')
    await settle()
    expect(processes.filter(({ alive }) => alive)).toEqual([])
    expect(clock.timers).toEqual([])
    expect(await outcome()).toBe('engine_failed: voice v is closed')
  })

  test('a machine that cannot start a process is treated as a crash', async () => {
    const failing = new Supervisor({
      ...{ voice: 'v', model: {}, probe: TASK, schedule: clock.schedule, limits: LIMITS },
      launch: () => {
        throw new Error('spawn ENOMEM')
      },
    })
    const first = failing.speak(TASK)
    first.catch(() => undefined)
    expect(failing.health().lastProblem).toBe('could not be started: spawn ENOMEM')
    clock.advance(300)
    await expect(first).rejects.toThrow('is down')
    await failing.close()
  })
})
