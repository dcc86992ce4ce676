import { Worker } from 'node:worker_threads'
import { durationSeconds, type Pcm, peak, rmsDb } from '@viva-voce/audio'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { catalogueVoices, findCatalogueVoice } from './catalogue.ts'
import type { SpeechEngine } from './engine.ts'
import { flite } from './engines/flite/flite.ts'
import { SpeechError } from './error.ts'
import { PEAK_CEILING_DB, type SpeakRequest, speak, speakWhole } from './speak.ts'
import { OUTPUT_SAMPLE_RATE_HZ } from './timeline.ts'

// Real speech on a machine that is busy with other work takes its time.
vi.setConfig({ testTimeout: 30_000 })

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
const SENTENCE = 'The quick brown fox jumps over the lazy dog.'
const say = (text: string, more: Partial<SpeakRequest> = {}) =>
  speakWhole({ engine: flite, voice: 'kal', text, ...more })

async function codeOf(speech: Promise<unknown>): Promise<string> {
  const error = await speech.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SpeechError)
  return (error as SpeechError).code
}

/** The longest stretch of samples that are exactly zero, in seconds. */
function longestPause({ samples, sampleRateHz }: Pcm): number {
  let longest = 0
  let run = 0
  for (const sample of samples) {
    run = sample === 0 ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest / sampleRateHz
}

/** Everything has to be there on the build machine; elsewhere what is missing is skipped by name. */
const mustSpeak = (engine: SpeechEngine) => !!process.env.CI || (engine.isAvailable?.() ?? true)

describe.each(catalogueVoices)('$id', ({ id, engine, engineVoice, previewText }) => {
  it.skipIf(!mustSpeak(engine))('really speaks', async () => {
    const pcm = await speakWhole({ engine, voice: engineVoice, text: previewText })
    expect(pcm.sampleRateHz).toBe(OUTPUT_SAMPLE_RATE_HZ)
    expect(rmsDb(pcm)).toBeGreaterThan(-35)
    expect(peak(pcm)).toBeLessThanOrEqual(10 ** (PEAK_CEILING_DB / 20) + 1e-6)
    const lettersPerSecond = previewText.length / durationSeconds(pcm)
    expect(lettersPerSecond).toBeGreaterThan(9)
    expect(lettersPerSecond).toBeLessThan(24)
    expect(findCatalogueVoice(id)?.previewText).toBe(previewText)
  })
})

const SPEEDS_TRIED = catalogueVoices.filter(({ id }) => /_en_|_(?:de|fr|bg|mt)_/.test(id))
describe.each(SPEEDS_TRIED)('$id', ({ engine, engineVoice, previewText }) => {
  it.skipIf(!mustSpeak(engine))('speaks twice as fast, and half as fast', async () => {
    const text = previewText.match(/[^.]+\.(?= |$)/g)!.at(-1)!
    const length = async (speed: number) =>
      durationSeconds(await speakWhole({ engine, voice: engineVoice, text, speed }))
    const normal = await length(1)
    // espeak-ng rounds the lengths of short sounds, so that a sentence may come out a tenth off.
    const tolerance = engine === flite ? 0.05 : 0.1
    expect(Math.abs((await length(2)) / normal - 0.52)).toBeLessThan(tolerance)
    expect((await length(0.5)) / normal).toBeCloseTo(1.95, 0)
  })
})

it('has no voice by another name', async () => {
  for (const id of ['', 'premium_en_us_999', '__proto__'])
    expect(findCatalogueVoice(id)).toBeUndefined()
  expect(await codeOf(say(SENTENCE, { voice: 'nobody' }))).toBe('unknown_voice')
})

/** An engine whose audio is known: each unit a tone of the given levels, 0.1 s apiece. */
function toneEngine(units: number[][], sampleRateHz = 22_050): SpeechEngine {
  const tone = (level: number) =>
    Array.from({ length: sampleRateHz / 10 }, (_, i) => level * Math.sin(i / 5))
  return {
    name: 'tone',
    voices: ['a'],
    async *speak() {
      for (const levels of units) {
        const samples = Float32Array.from(levels.flatMap(tone))
        yield { pcm: { samples, sampleRateHz }, boundary: 'sentence' }
      }
    },
  }
}

it('keeps a faint tail and drops the silence after it, from any engine', async () => {
  const engine = toneEngine([[0, 0, 0.5, 0.5, 0.01, 0, 0, 0]])
  const pcm = await say('', { engine, voice: 'a' })
  expect(durationSeconds(pcm)).toBeCloseTo(0.3 + 0.12, 1)
  const tail = { ...pcm, samples: pcm.samples.subarray(0.28 * 24_000, 0.34 * 24_000) }
  expect(peak(tail)).toBeCloseTo(0.01, 2)
})

it('lowers what is too loud and skips what is silent', async () => {
  const pcm = await say('', { engine: toneEngine([[0], [1], [0, 0]]), voice: 'a' })
  expect(peak(pcm)).toBeCloseTo(10 ** (PEAK_CEILING_DB / 20), 5)
  expect(durationSeconds(pcm)).toBeCloseTo(0.1, 2)
  expect(await codeOf(say('', { engine: toneEngine([[0], [0]]), voice: 'a' }))).toBe('no_speech')
})

it('says the same text with the same samples', async () => {
  const [first, second] = [
    await say(SENTENCE, { voice: 'slt' }),
    await say(SENTENCE, { voice: 'slt' }),
  ]
  expect(Buffer.from(first.samples.buffer).equals(Buffer.from(second.samples.buffer))).toBe(true)
})

it('joins sentences with a natural pause and without a click', async () => {
  const alone = await say(SENTENCE)
  const twice = await say(`${SENTENCE} ${SENTENCE}`)
  const pause = durationSeconds(twice) - 2 * durationSeconds(alone)
  expect(pause).toBeGreaterThan(0.1)
  expect(pause).toBeLessThan(0.35)
  expect(longestPause(twice)).toBeCloseTo(pause, 2)
  expect([twice.samples[0], twice.samples.at(-1)].every((end) => Math.abs(end!) < 1e-3)).toBe(true)
})

it('says every sentence of a long text, in chunks that make up the whole', async () => {
  const text = Array.from({ length: 15 }, (_, i) => `This is sentence number ${i}.`).join(' ')
  const chunks: Pcm[] = []
  for await (const chunk of speak({ engine: flite, voice: 'kal', text })) chunks.push(chunk)
  expect(chunks.length).toBe(15)
  const total = chunks.reduce((sum, chunk) => sum + durationSeconds(chunk), 0)
  expect(total).toBeCloseTo(durationSeconds(await say(text)), 6)
})

it('does not need more memory for a longer text', async () => {
  const used = async (sentences: number) => {
    let largest = 0
    for await (const _ of speak({
      engine: flite,
      voice: 'kal',
      text: `${SENTENCE} `.repeat(sentences),
    })) {
      largest = Math.max(largest, process.memoryUsage().rss)
    }
    return largest
  }
  const [few, many] = [await used(10), await used(50)]
  expect(many - few).toBeLessThan(120e6)
})

it('stops within a sentence of being cancelled', async () => {
  const controller = new AbortController()
  const request = {
    engine: flite,
    voice: 'kal',
    text: `${SENTENCE} `.repeat(50),
    signal: controller.signal,
  }
  let heard = 0
  const listen = async () => {
    for await (const _ of speak(request)) if (++heard === 2) controller.abort()
  }
  expect(await codeOf(listen())).toBe('cancelled')
  expect(heard).toBe(2)
  expect(await codeOf(speakWhole(request))).toBe('cancelled')
})

it('lets an abort from outside through while it speaks', async () => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 5)
  const text = `${SENTENCE} `.repeat(200)
  expect(await codeOf(say(text, { signal: controller.signal }))).toBe('cancelled')
})

it('refuses a text without anything to say, and a speed out of range', async () => {
  for (const text of ['', '   ', '👍🏽', '...', 'مرحبا', '\u200b\u2060']) {
    expect(await codeOf(say(text))).toBe('no_speech')
  }
  for (const speed of [0, 0.4, 2.1, Number.NaN]) {
    await expect(say(SENTENCE, { speed })).rejects.toThrow(RangeError)
  }
})

it('says what can be said of mixed and hostile text', async () => {
  for (const text of [
    'Hello مرحبا 👍🏽 there',
    '-voice xx -o /etc/passwd $(reboot); `ls`',
    '\0a\0b',
  ]) {
    expect(durationSeconds(await say(text))).toBeGreaterThan(0.2)
  }
  for (const run of ['!', '.', '?!', 'a.', '1', '-', "'", '\n', '\u0301']) {
    expect(
      durationSeconds(await say(`a${run.repeat(run === '1' || run === 'a.' ? 200 : 2_000)} word`)),
    ).toBeGreaterThan(0.2)
  }
})

it('never fails but with a known code, on any Unicode up to 10,000 characters', async () => {
  const text = fc.oneof(
    { weight: 8, arbitrary: fc.string({ unit: 'grapheme', maxLength: 120 }) },
    { weight: 8, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 120 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 9_000, maxLength: 10_000 }) },
  )
  const property = fc.asyncProperty(text, async (written) => {
    const outcome = await say(written).then(peak, (error: SpeechError) => error.code)
    expect(outcome === 'no_speech' || (outcome as number) > 0).toBe(true)
  })
  await fc.assert(property, { seed: SEED, numRuns: 40 })
})

it('speaks in a worker thread', async () => {
  const script = `
    const { flite, speakWhole } = await import(${JSON.stringify(import.meta.resolve('../index.ts'))})
    const { parentPort } = await import('node:worker_threads')
    const pcm = await speakWhole({ engine: flite, voice: 'kal', text: ${JSON.stringify(SENTENCE)} })
    parentPort.postMessage(pcm.samples)`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`))
  const samples = await new Promise<Float32Array>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject)
  })
  await worker.terminate()
  expect(
    Buffer.from(samples.buffer).equals(Buffer.from((await say(SENTENCE)).samples.buffer)),
  ).toBe(true)
})
