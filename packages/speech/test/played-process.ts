/** For tests only: a clock and a model's process that a test plays by hand. */
import type { FromChild, ToChild } from '../src/engines/neural/messages.ts'
import type { ModelProcessEvents } from '../src/engines/neural/model-process.ts'

/** A clock that stands still until it is told to go on. */
export class StillClock {
  nowMs = 0
  timers: { atMs: number; run: () => void }[] = []
  schedule = (delayMs: number, run: () => void) => {
    const timer = { atMs: this.nowMs + delayMs, run }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter((other) => other !== timer)
    }
  }
  advance(ms: number): void {
    const until = this.nowMs + ms
    for (;;) {
      const next = this.timers.sort((a, b) => a.atMs - b.atMs)[0]
      if (!next || next.atMs > until) break
      this.timers.shift()
      this.nowMs = next.atMs
      next.run()
    }
    this.nowMs = until
  }
}

/** A process that does what the test says; `kill` shows up as its end, as with a real one. */
export class PlayedProcess {
  pid = 1
  alive = true
  got: ToChild[] = []
  readonly #events: ModelProcessEvents
  constructor(events: ModelProcessEvents) {
    this.#events = events
  }
  send = (message: ToChild) => {
    this.got.push(message)
  }
  say(...messages: FromChild[]): void {
    for (const message of messages) this.#events.message(message)
  }
  end(reason: string): void {
    this.alive = false
    this.#events.exited(reason)
  }
  kill = () => queueMicrotask(() => this.alive && this.end('killed'))
  load() {
    this.say({ kind: 'ready', sampleRateHz: 100 })
  }
  /** The id of the request that it got last. */
  get id(): number {
    return this.got.findLast((message) => message.kind === 'speak')!.id
  }
  speak(count = 10): void {
    const { id } = this
    this.say({ kind: 'chunk', id, samples: new Float32Array(count) }, { kind: 'end', id })
  }
}
