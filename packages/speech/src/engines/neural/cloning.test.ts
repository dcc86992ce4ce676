import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Pcm, rmsDb } from '@viva-voce/audio'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  TOY_CLONING_RATE_HZ as RATE,
  writeToyPocket,
  writeToyZipvoice,
} from '../../../test/toy-cloning-models.ts'
import type { EngineRequest } from '../../engine.ts'
import type { CloneReference } from './cloning.ts'
import { readModels } from './manifest.ts'
import { createNeuralEngine, type NeuralEngine } from './neural.ts'
import { isSherpaInstalled } from './sherpa.ts'

vi.setConfig({ testTimeout: 30_000 })

const ESPEAK_DATA = '/usr/lib/x86_64-linux-gnu/espeak-ng-data'
/** sherpa-onnx has a binary for linux-x64, so there its absence is a failure and no reason to skip. */
const noBinary = !isSherpaInstalled() && `${process.platform}-${process.arch}` !== 'linux-x64'
const why = noBinary ? ` (skipped: no sherpa-onnx for ${process.platform}-${process.arch})` : ''
const SENTENCE = 'the cat sat on the mat'

let dir: string
let engine: NeuralEngine | undefined
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cloning-'))
})
afterEach(async () => {
  await engine?.close()
  engine = undefined
  rmSync(dir, { recursive: true })
})

/** A hum of a level and pitch, as a recording. */
function recording(seconds: number, level = 0.2, hz = 150): CloneReference {
  const samples = Float32Array.from(
    { length: seconds * RATE },
    (_, n) => level * Math.sin((2 * Math.PI * hz * n) / RATE),
  )
  return { pcm: { samples, sampleRateHz: RATE }, text: 'one two three four', locale: 'en' }
}

function start(): NeuralEngine {
  engine = createNeuralEngine({ modelsDir: dir })
  expect(engine.health().problems).toEqual([])
  return engine
}

async function say(reference: CloneReference, more: Partial<EngineRequest> = {}) {
  const clone = engine!.cloneOf('clone_toy', reference)
  const units = []
  const request = { text: SENTENCE, voice: 'clone_toy', speed: 1, ...more }
  for await (const unit of clone.speak(request)) units.push(unit)
  return units
}
const secondsOf = async (...order: Parameters<typeof say>) => {
  const [unit] = await say(...order)
  return unit!.pcm.samples.length / unit!.pcm.sampleRateHz
}

/** Root mean square of the difference over that of `b`. */
function apart({ samples: a }: Pcm, { samples: b }: Pcm): number {
  const power = b.reduce((sum, sample) => sum + sample ** 2, 0)
  return Math.sqrt(b.reduce((sum, sample, n) => sum + (sample - a[n]!) ** 2, 0) / power)
}

describe('the manifest of a cloning model', () => {
  const problemOf = (manifest: Record<string, unknown>) => {
    writeToyPocket(join(dir, 'a'), { manifest })
    return readModels(dir).problems.map(({ message }) => message)
  }
  test.each([
    [{ modelId: 'standard_en_us_001' }, 'modelId must look like clone_pocket_en'],
    [{ languages: [] }, 'languages must be a list'],
    [{ languages: ['en-US'] }, 'languages must be a list'],
    [{ voiceId: 'standard_en_us_001' }, 'voiceId is not a field'],
    [{ licence: undefined }, 'licence must be an object'],
    [{ files: {} }, 'files.lmFlow is missing'],
    [{ family: 'yourtts' }, 'family must be one of'],
  ])('refuses %j', (manifest, message) => {
    expect(problemOf(manifest)).toEqual([expect.stringContaining(message)])
  })

  test('gives a model and no voice', () => {
    writeToyPocket(join(dir, 'a'), { languages: ['en', 'fr'] })
    start()
    expect(engine!.voices).toEqual([])
    expect(engine!.catalogue()).toEqual([])
    expect(engine!.cloners()).toEqual([
      {
        ...{ modelId: 'clone_toy', isUp: true, languages: ['en', 'fr'], needsText: false },
        madeBy: expect.stringMatching(
          /Pocket TTS .* as a recording does: .*licence of the model: Apache/,
        ),
      },
    ])
    expect(() => engine!.cloneOf('clone_other', recording(4))).toThrow('no cloning model')
  })

  test('whose graph is none is a problem of its folder', () => {
    writeFileSync(join(writeToyPocket(join(dir, 'a')), 'lm_main.onnx'), 'no graph')
    expect(readModels(dir)).toMatchObject({
      cloners: [],
      problems: [{ message: expect.stringContaining('files.lmMain is no usable ONNX file') }],
    })
  })
})

describe(`pocket by a real graph${why}`, { skip: noBinary }, () => {
  test('speaks as long as the text is, as loud as the recording is', async () => {
    writeToyPocket(join(dir, 'a'))
    start()
    const [quiet] = await say(recording(4, 0.05))
    const [loud] = await say(recording(4, 0.4))
    expect(quiet).toMatchObject({
      text: SENTENCE,
      boundary: 'paragraph',
      pcm: { sampleRateHz: RATE },
    })
    expect(rmsDb(loud!.pcm) - rmsDb(quiet!.pcm)).toBeCloseTo(18, 0)
    const short = await secondsOf(recording(4), { text: 'the cat sat' })
    expect((await secondsOf(recording(4))) / short).toBeGreaterThan(1.5)
    expect(engine!.health().voices).toMatchObject([{ voice: 'clone_toy', up: true, restarts: 0 }])
  })

  test('is faster, slower, higher and lower though the model cannot be', async () => {
    writeToyPocket(join(dir, 'a'))
    start()
    const own = await secondsOf(recording(4))
    expect((await secondsOf(recording(4), { speed: 2 })) / own).toBeCloseTo(0.5, 1)
    expect((await secondsOf(recording(4), { speed: 0.5 })) / own).toBeCloseTo(2, 1)
    const [higher] = await say(recording(4), { pitchSemitones: 6 })
    expect(higher!.pcm.sampleRateHz).toBe(33_900)
    expect(higher!.pcm.samples.length / higher!.pcm.sampleRateHz / own).toBeCloseTo(1, 1)
  })

  test('takes a text of any script, and needs no transcript', async () => {
    writeToyPocket(join(dir, 'a'))
    start()
    const reference = { ...recording(3), text: null }
    for (const text of ['Öäü ß', 'a\u0300'.repeat(50)]) {
      expect(await secondsOf(reference, { text })).toBeGreaterThan(0.1)
    }
  })
})

test.each([2.9, 10.1])('a recording of %f s is refused', (seconds) => {
  writeToyPocket(join(dir, 'a'))
  start()
  expect(() => engine!.cloneOf('clone_toy', recording(seconds))).toThrow(RangeError)
})

describe.skipIf(!existsSync(ESPEAK_DATA))('zipvoice (skipped without espeak-ng-data)', () => {
  test('needs to know what is said in the recording', () => {
    writeToyZipvoice(join(dir, 'a'), ESPEAK_DATA)
    start()
    expect(engine!.cloners()).toMatchObject([{ needsText: true }])
    for (const text of [null, '', '  ']) {
      expect(() => engine!.cloneOf('clone_toy', { ...recording(4), text })).toThrow(
        'without its text',
      )
    }
  })

  test.skipIf(noBinary)(`by a real graph${why}: rate and sound follow the recording`, async () => {
    writeToyZipvoice(join(dir, 'a'), ESPEAK_DATA)
    start()
    const own = await secondsOf(recording(4))
    // Twice the letters in the same recording: the speaker is twice as fast.
    const reference = recording(4)
    const fast = { ...reference, text: `${reference.text} ${reference.text}` }
    expect((await secondsOf(fast)) / own).toBeCloseTo(0.5, 1)
    expect((await secondsOf(reference, { speed: 2 })) / own).toBeCloseTo(0.5, 1)
    const [low] = await say(recording(4, 0.2, 120))
    const [high] = await say(recording(4, 0.2, 3_000))
    const [again] = await say(recording(4, 0.2, 120))
    expect(apart(again!.pcm, low!.pcm)).toBeLessThan(0.01)
    expect(apart(high!.pcm, low!.pcm)).toBeGreaterThan(0.1)
    expect(rmsDb(low!.pcm)).toBeGreaterThan(-60)
  })

  test.skipIf(noBinary)(
    `by a real graph${why}: one that never answers is down, and is up again`,
    async () => {
      writeToyZipvoice(join(dir, 'a'), ESPEAK_DATA, { tokens: 'x 1\n' })
      engine = createNeuralEngine({
        modelsDir: dir,
        limits: { downAfter: 1, firstBackoffMs: 50, runMs: 3_000 },
      })
      await expect(say(recording(4))).rejects.toMatchObject({
        code: expect.stringMatching(/engine_failed|voice_down/),
      })
      await expect(say(recording(4))).rejects.toMatchObject({ code: 'voice_down' })
      expect(engine.cloners()).toMatchObject([{ isUp: false }])
      writeToyZipvoice(join(dir, 'a'), ESPEAK_DATA)
      await vi.waitFor(() => expect(engine!.cloners()).toMatchObject([{ isUp: true }]), 20_000)
      expect(await secondsOf(recording(4))).toBeGreaterThan(0.5)
    },
  )
})
