import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { peak, rmsDb } from '@viva-voce/audio'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  PIPER_METADATA,
  TOY_HOP,
  TOY_SAMPLE_RATE_HZ,
  type ToyOptions,
  writeToyModel,
} from '../../../test/toy-model.ts'
import type { EngineRequest, SpokenUnit } from '../../engine.ts'
import { forkModelProcess, type LaunchModelProcess } from './model-process.ts'
import { createNeuralEngine, type NeuralEngine } from './neural.ts'
import { isSherpaInstalled } from './sherpa.ts'
import type { Limits } from './supervision.ts'

// Real processes on a machine that is busy with other work take their time.
vi.setConfig({ testTimeout: 30_000 })

const GOOD = 'standard_en_us_101'
const BAD = 'budget_en_us_102'
const ESPEAK_DATA = '/usr/lib/x86_64-linux-gnu/espeak-ng-data'
/** sherpa-onnx has a binary for linux-x64, so there its absence is a failure and no reason to skip. */
const noBinary = !isSherpaInstalled() && `${process.platform}-${process.arch}` !== 'linux-x64'
const why = noBinary ? ` (skipped: no sherpa-onnx for ${process.platform}-${process.arch})` : ''

let dir: string
let engine: NeuralEngine | undefined
let pids: number[]

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'neural-'))
  pids = []
})

afterEach(async () => {
  await engine?.close()
  engine = undefined
  rmSync(dir, { recursive: true })
  expect(pids.filter(isAlive), 'processes left behind').toEqual([])
})

const launch: LaunchModelProcess = (events) => {
  const started = forkModelProcess(events)
  if (started.pid !== undefined) pids.push(started.pid)
  return started
}

/** A process that has ended counts as such also when its parent, a thread that is gone, never asks for it. */
function isAlive(pid: number): boolean {
  try {
    const stat = `/proc/${pid}/stat`
    if (existsSync(stat)) return !/\) Z /.test(readFileSync(stat, 'utf8'))
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function start(toys: ToyOptions[], limits: Partial<Limits> = {}): NeuralEngine {
  for (const [i, toy] of toys.entries()) writeToyModel(join(dir, String(i)), toy)
  engine = createNeuralEngine({ modelsDir: dir, launch, limits })
  return engine
}

async function say(text: string, more: Partial<EngineRequest> = {}): Promise<SpokenUnit[]> {
  const units: SpokenUnit[] = []
  for await (const unit of engine!.speak({ text, voice: GOOD, speed: 1, ...more })) units.push(unit)
  return units
}

const codeOf = (speech: Promise<unknown>) =>
  speech.then(
    () => 'spoken',
    (error: { code: string }) => error.code,
  )
const healthOf = (voice: string) => engine!.health().voices.find((one) => one.voice === voice)!

describe(`a real model${why}`, { skip: noBinary }, () => {
  test('speaks each sentence as a unit with its text, boundary and rate', async () => {
    start([{}])
    const units = await say('The cat sat. Then it slept!')
    expect(units.map(({ text, boundary }) => [text, boundary])).toEqual([
      ['The cat sat.', 'sentence'],
      ['Then it slept!', 'paragraph'],
    ])
    for (const { pcm, text } of units) {
      expect(pcm.sampleRateHz).toBe(TOY_SAMPLE_RATE_HZ)
      expect(pcm.samples.length).toBe(text!.length * TOY_HOP)
      expect(peak(pcm)).toBeLessThan(1)
      expect(rmsDb(pcm)).toBeGreaterThan(-30)
    }
  })

  test('speaks slower, faster, higher and lower', async () => {
    start([{}])
    const own = (await say('The cat sat'))[0]!.pcm
    const seconds = (units: SpokenUnit[]) =>
      units[0]!.pcm.samples.length / units[0]!.pcm.sampleRateHz / (own.samples.length / 16_000)
    expect(seconds(await say('The cat sat', { speed: 2 }))).toBeCloseTo(0.5, 1)
    expect(seconds(await say('The cat sat', { speed: 0.5 }))).toBeCloseTo(2, 1)
    const higher = await say('The cat sat', { pitchSemitones: 6 })
    expect(higher[0]!.pcm.sampleRateHz).toBe(22_600)
    expect(seconds(higher)).toBeCloseTo(1, 1)
  })

  test.skipIf(!existsSync(ESPEAK_DATA))(
    'speaks with phonemes of espeak-ng, as piper (skipped where espeak-ng-data is not installed)',
    async () => {
      start([{ metadata: PIPER_METADATA, espeakData: ESPEAK_DATA }])
      const [unit] = await say('The cat sat.')
      expect(unit!.pcm.samples.length).toBeGreaterThan(10 * TOY_HOP)
    },
  )

  test('gives nothing for a sentence of which the model knows no letter', async () => {
    start([{ tokens: 'z 1\n. 2\n' }])
    expect(await codeOf(say('Öäü'))).toBe('spoken')
    expect(await say('Öäü')).toEqual([])
    expect(healthOf(GOOD)).toMatchObject({ up: true, crashesInARow: 0 })
  })

  test('takes hostile text', async () => {
    start([{}])
    const texts = [
      '\0',
      '\ud800',
      '🏴‍☠️',
      'a\u0300'.repeat(500),
      '<x>&%s%n',
      `${'a'.repeat(3_000)}.`,
    ]
    for (const text of texts) expect(['spoken', 'no_speech']).toContain(await codeOf(say(text)))
    expect(healthOf(GOOD)).toMatchObject({ up: true, crashesInARow: 0, restarts: 0 })
  })

  test('works in a thread of a pool, and ends with the thread', async () => {
    writeToyModel(join(dir, 'toy'))
    const source = `
      import { parentPort, workerData } from 'node:worker_threads'
      const { createNeuralEngine } = await import(workerData.module)
      const engine = createNeuralEngine({ modelsDir: workerData.dir })
      for await (const unit of engine.speak({ text: 'Hello.', voice: engine.voices[0], speed: 1 }))
        parentPort.postMessage({ count: unit.pcm.samples.length, pid: engine.health().voices[0].pid })
      setInterval(() => {}, 1000)`
    const module = new URL('./neural.ts', import.meta.url).href
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
      workerData: { dir, module },
      execArgv: [],
    })
    const { count, pid } = await new Promise<{ count: number; pid: number }>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    pids.push(pid)
    expect(count).toBe(6 * TOY_HOP)
    await worker.terminate()
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false))
  })
})

describe(`a model that fails${why}`, { skip: noBinary }, () => {
  test('ends its process at loading: its voice goes down, the other speaks on', async () => {
    start([{}, { voiceId: BAD, tokens: 'a 1\na 2\n' }], { firstBackoffMs: 1 })
    const [bad, good] = await Promise.all([
      codeOf(say('Hello.', { voice: BAD })),
      codeOf(say('Hello.')),
    ])
    expect([bad, good]).toEqual(['voice_down', 'spoken'])
    expect(healthOf(BAD).up).toBe(false)
    expect(healthOf(BAD).lastProblem).toMatch(/ended with 255: .*Duplicated token/)
    expect(engine!.isAvailable!()).toBe(true)
    const { pid } = healthOf(GOOD)
    await say('And on.')
    expect(healthOf(GOOD)).toMatchObject({ up: true, pid, restarts: 0 })
  })

  // An ONNX or C++ error while it speaks leaves the promise of sherpa-onnx-node 1.13.8 open for ever.
  test('fails in its graph and hangs: the deadline ends its process', async () => {
    start([{ voiceId: BAD, embeddingRows: 3 }, {}], { runMs: 500 })
    expect(await codeOf(say('Hello.', { voice: BAD }))).toBe('engine_failed')
    const [pid] = pids
    await vi.waitFor(() => expect(isAlive(pid!)).toBe(false))
    expect(await codeOf(say('Hello.'))).toBe('spoken')
  })

  test('is killed in mid-speech: that request fails and the next is spoken', async () => {
    start([{}], { firstBackoffMs: 1 })
    await say('Hello.')
    const { pid } = healthOf(GOOD)
    process.kill(pid!, 'SIGSTOP')
    const [first, second] = [codeOf(say('One.')), codeOf(say('Two.'))]
    process.kill(pid!, 'SIGKILL')
    expect(await Promise.all([first, second])).toEqual(['engine_failed', 'spoken'])
    expect(healthOf(GOOD).pid).not.toBe(pid)
  })

  test('is stopped when it goes over its memory', async () => {
    start([{}], { maxMemoryBytes: 1_000_000, downAfter: 1 })
    await codeOf(say('Hello. '.repeat(50)))
    await vi.waitFor(() => expect(healthOf(GOOD).lastProblem).toBe('went over its memory'))
  })

  test('is refused before anything is loaded when its metadata is missing', async () => {
    start([{ voiceId: BAD, metadata: {} }, {}])
    expect(engine!.voices).toEqual([GOOD])
    expect(engine!.health().problems).toEqual([
      { folder: join(dir, '0'), message: expect.stringContaining('lacks the metadata') },
    ])
    expect(await codeOf(say('Hello.', { voice: BAD }))).toBe('unknown_voice')
    expect(pids).toEqual([])
  })
})

describe(`under load${why}`, { skip: noBinary }, () => {
  test('of 20 requests at once a bounded number is taken and spoken', async () => {
    start([{}], { queue: 8 })
    await say('Warm.')
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => codeOf(say(`Number ${i}.`))),
    )
    expect(codes.filter((code) => code === 'spoken')).toHaveLength(9)
    expect(codes.filter((code) => code === 'busy')).toHaveLength(11)
    expect(pids).toHaveLength(1)
  })

  test('cancelling answers at once, even when the process hangs', async () => {
    start([{}])
    await say('Warm.')
    const { pid } = healthOf(GOOD)
    process.kill(pid!, 'SIGSTOP')
    const controller = new AbortController()
    const speech = codeOf(say('Hello.', { signal: controller.signal }))
    controller.abort()
    expect(await speech).toBe('cancelled')
    process.kill(pid!, 'SIGCONT')
    expect(await codeOf(say('Again.'))).toBe('spoken')
    expect(pids).toHaveLength(1)
  })

  test('closing fails what is in flight and ends every process', async () => {
    start([{}, { voiceId: BAD }])
    await Promise.all([say('Warm.'), say('Warm.', { voice: BAD })])
    process.kill(healthOf(GOOD).pid!, 'SIGSTOP')
    const speech = codeOf(say('Hello.'))
    await engine!.close()
    expect(await speech).toBe('engine_failed')
    expect(pids.map(isAlive)).toEqual([false, false])
  })
})

describe('the catalogue', () => {
  test('says honestly what makes the voice', () => {
    const { catalogue } = start([{ manifest: { speakerId: 0 } }])
    expect(catalogue()).toMatchObject([
      {
        id: GOOD,
        engineVoice: GOOD,
        engine: { name: 'neural' },
        locale: 'en-US',
        madeBy:
          'sherpa-onnx, VITS neural network trained on recordings: Toy graph of random weights, ' +
          'speaker 0 (licence of the model: Apache-2.0, https://www.apache.org/licenses/LICENSE-2.0)',
        digitalSourceType: 'trainedAlgorithmicMedia',
      },
    ])
    expect(engine!.localeOf!(GOOD)).toBe('en-US')
  })

  test('is empty and not available without models', () => {
    engine = createNeuralEngine({ modelsDir: join(dir, 'nowhere') })
    expect(engine.catalogue()).toEqual([])
    expect(engine.isAvailable!()).toBe(false)
  })
})
