/**
 * Keeps the process of one model: starts it when there is something to say, gives it one request at a time,
 * restarts it with backoff after a crash, and tells whether the voice is up.
 *
 * | process   | means                                   | goes on to                                   |
 * |-----------|-----------------------------------------|----------------------------------------------|
 * | idle      | none, none needed                       | starting (a request)                         |
 * | starting  | loading its model                       | ready, waiting (crash, over loadMs)          |
 * | ready     | loaded, nothing to do                   | busy, stopping (over idleMs), waiting        |
 * | busy      | one request in flight                   | ready, waiting (crash, over runMs)           |
 * | stopping  | killed because it was not needed        | idle                                         |
 * | waiting   | none until the backoff is over          | starting                                     |
 * | closed    | for good                                |                                              |
 *
 * After `downAfter` crashes in a row the voice is down: it refuses everything until a restarted process has
 * spoken the probe.
 */
import type { Pcm } from '@viva-voce/audio'
import { SpeechError, type SpeechErrorCode } from '../../error.ts'
import { Job } from './job.ts'
import type { EmbedTask, FromChild, LoadedModel, ModelTask } from './messages.ts'
import type { LaunchModelProcess, ModelProcess } from './model-process.ts'
import type { Limits, ProcessState, Schedule, VoiceHealth } from './supervision.ts'

export interface SupervisorOptions {
  /** For messages. */
  voice: string
  model: LoadedModel
  /** What a voice that is down has to speak to be up again. */
  probe: ModelTask | EmbedTask
  launch: LaunchModelProcess
  schedule: Schedule
  limits: Limits
}

export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #queue: Job[] = []
  #state: ProcessState = 'idle'
  #down = false
  #process: ModelProcess | undefined
  #current: Job | undefined
  #sampleRateHz = 0
  #crashesInARow = 0
  #restarts = 0
  #lastProblem: string | undefined
  /** Why the supervisor itself has killed the process. */
  #killedFor: string | undefined
  #nextId = 1
  /** Of the present state: to load, to run, to live idle or to wait. */
  #stopTimer: () => void = () => undefined
  #closed = Promise.withResolvers<void>()

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /**
   * Speaks one text, or makes an embedding of speech, which comes as the samples. Throws SpeechError `cancelled` at once when the signal aborts, `voice_down` when the voice
   * is down, `busy` when its queue is full or it had no turn in time, and `engine_failed` when the process
   * crashes on it or goes over a limit of time or size.
   */
  async speak(task: ModelTask | EmbedTask, signal?: AbortSignal): Promise<Pcm> {
    const { limits, schedule } = this.#options
    if (signal?.aborted) throw new SpeechError('cancelled', 'speaking was cancelled')
    if (this.#state === 'closed') throw this.#failure('is closed')
    if (this.#down) throw this.#failure('is down', 'voice_down')
    if (this.#queue.length >= limits.queue)
      throw this.#failure('has too many requests waiting', 'busy')
    const job = new Job(this.#nextId++, task)
    const abort = () => this.#cancel(job)
    const stopWaiting = schedule(limits.waitMs, () => this.#giveUpWaiting(job))
    signal?.addEventListener('abort', abort, { once: true })
    this.#queue.push(job)
    this.#pump()
    try {
      return await job.result
    } finally {
      stopWaiting()
      signal?.removeEventListener('abort', abort)
    }
  }

  get isUp(): boolean {
    return !this.#down && this.#state !== 'closed'
  }

  health(): VoiceHealth {
    return {
      voice: this.#options.voice,
      up: this.isUp,
      process: this.#state,
      pid: this.#process?.pid,
      queued: this.#queue.length,
      crashesInARow: this.#crashesInARow,
      restarts: this.#restarts,
      lastProblem: this.#lastProblem,
    }
  }

  /** Fails what is waiting or in flight, kills the process and resolves when it has ended. */
  close(): Promise<void> {
    if (this.#state !== 'closed') {
      this.#enter('closed')
      this.#failAll('is closed')
      if (this.#process) this.#process.kill()
      else this.#closed.resolve()
    }
    return this.#closed.promise
  }

  #enter(state: ProcessState, leaveAfterMs?: number, leave?: () => void): void {
    this.#stopTimer()
    this.#state = state
    this.#stopTimer = () => undefined
    if (leave) this.#stopTimer = this.#options.schedule(leaveAfterMs!, leave)
  }

  #pump(): void {
    if (this.#state === 'idle' && this.#queue.length > 0) this.#start()
    if (this.#state !== 'ready') return
    const next = this.#queue.shift()
    if (next) this.#run(next)
    else this.#enter('ready', this.#options.limits.idleMs, () => this.#stop())
  }

  #start(): void {
    const { model, limits, launch } = this.#options
    const { loadMs, maxMemoryBytes } = limits
    this.#enter('starting', loadMs, () => this.#kill(`took over ${loadMs} ms to load`))
    try {
      this.#process = launch({
        message: (message) => this.#receive(message),
        exited: (reason) => this.#exited(reason),
      })
      this.#process.send({ kind: 'load', model, maxMemoryBytes })
    } catch (error) {
      // Node throws when the machine has no memory left for a process.
      this.#crashed(`could not be started: ${(error as Error).message}`)
    }
  }

  #run(job: Job): void {
    const { runMs } = this.#options.limits
    this.#current = job
    this.#enter('busy', runMs, () => this.#kill(`took over ${runMs} ms to speak`))
    const { id, task } = job
    this.#process!.send(
      'text' in task ? { kind: 'speak', id, ...task } : { kind: 'embed', id, ...task },
    )
  }

  #stop(): void {
    this.#enter('stopping')
    this.#process!.kill()
  }

  #kill(reason: string): void {
    this.#killedFor = reason
    this.#current?.fail(this.#failure(reason))
    this.#process?.kill()
  }

  #cancel(job: Job): void {
    job.fail(new SpeechError('cancelled', 'speaking was cancelled'))
    if (job === this.#current) this.#process?.send({ kind: 'cancel', id: job.id })
    else this.#drop(job)
  }

  #giveUpWaiting(job: Job): void {
    if (!this.#drop(job)) return
    job.fail(this.#failure(`had no turn in ${this.#options.limits.waitMs} ms`, 'busy'))
  }

  #drop(job: Job): boolean {
    const at = this.#queue.indexOf(job)
    if (at >= 0) this.#queue.splice(at, 1)
    return at >= 0
  }

  #receive(message: FromChild): void {
    // What a killed process had still sent belongs to nobody.
    if (this.#killedFor !== undefined || this.#state === 'closed') return
    const job = this.#current
    if (message.kind === 'ready') this.#loaded(message.sampleRateHz)
    else if (job?.id !== message.id) return
    else if (message.kind === 'chunk') this.#keep(job, message.samples)
    else this.#finish(job, message.kind)
  }

  #loaded(sampleRateHz: number): void {
    this.#sampleRateHz = sampleRateHz
    this.#enter('ready')
    if (this.#down) this.#runProbe()
    else this.#pump()
  }

  #runProbe(): void {
    const probe = new Job(this.#nextId++, this.#options.probe)
    // Nobody waits for it: how it ends shows in whether the voice is up.
    probe.result.catch(() => undefined)
    this.#run(probe)
  }

  #keep(job: Job, samples: Float32Array): void {
    const problem = job.add(samples, this.#options.limits.maxSeconds * this.#sampleRateHz)
    if (problem) this.#kill(problem)
  }

  #finish(job: Job, kind: 'end' | 'failed'): void {
    const spoken = kind === 'end'
    // A process that cannot speak the probe is as good as crashed.
    if (this.#down && (!spoken || job.sampleCount === 0)) this.#kill('could not speak the probe')
    else {
      this.#current = undefined
      if (spoken) this.#succeed(job)
      else job.fail(this.#failure('refused a text'))
      this.#enter('ready')
      this.#pump()
    }
  }

  #succeed(job: Job): void {
    job.complete(this.#sampleRateHz)
    this.#crashesInARow = 0
    this.#down = false
  }

  #exited(reason: string): void {
    const state = this.#state
    this.#process = undefined
    if (state === 'closed') this.#closed.resolve()
    else if (state === 'stopping') {
      this.#enter('idle')
      this.#pump()
    } else this.#crashed(this.#killedFor ?? reason)
  }

  #crashed(reason: string): void {
    const { limits } = this.#options
    this.#lastProblem = reason
    this.#killedFor = undefined
    this.#current?.fail(this.#failure('ended while it spoke'))
    this.#current = undefined
    this.#crashesInARow++
    this.#down = this.#down || this.#crashesInARow >= limits.downAfter
    if (this.#down) this.#failAll('is down', 'voice_down')
    const pauseMs = limits.firstBackoffMs * 2 ** (this.#crashesInARow - 1)
    this.#enter('waiting', Math.min(pauseMs, limits.maxBackoffMs), () => {
      this.#restarts++
      this.#start()
    })
  }

  #failAll(what: string, code?: SpeechErrorCode): void {
    this.#current?.fail(this.#failure(what, code))
    for (const job of this.#queue.splice(0)) job.fail(this.#failure(what, code))
  }

  #failure(what: string, code: SpeechErrorCode = 'engine_failed'): SpeechError {
    return new SpeechError(code, `voice ${this.#options.voice} ${what}`)
  }
}
