import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { durationSeconds, peak } from '@viva-voce/audio'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { availableCatalogueVoices, catalogueVoices } from '../../catalogue.ts'
import type { SpeechError } from '../../error.ts'
import { speakWhole } from '../../speak.ts'
import { medianF0 } from '../pitch-meter.ts'
import { espeak } from './espeak.ts'
import { findProgram, runProgram } from './program.ts'
import { espeakVoices } from './voices.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
const LIMITS = { timeoutMs: 10_000, maxBytes: 24_000_000 }
const PATH = process.env.PATH
const isMissing = !process.env.CI && !espeak.isAvailable!()

/** https://european-union.europa.eu/principles-countries-history/languages_en */
const OFFICIAL_LANGUAGES =
  'bg hr cs da nl en et fi fr de el hu ga it lv lt mt pl pt ro sk sl es sv'.split(' ')
/** Of the 24, what espeak-ng 1.51 does not speak: none. */
const MISSING_LANGUAGES: readonly string[] = []

const say = (voice: string, text: string, pitchless = {}) =>
  speakWhole({ engine: espeak, voice, text, ...pitchless })
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error as SpeechError).code,
  )

afterEach(() => {
  process.env.PATH = PATH
})

it('has a voice for every official language of the EU but the missing ones', () => {
  const spoken = espeakVoices.map(({ locale }) => locale.slice(0, 2))
  expect(new Set(spoken).size).toBe(spoken.length)
  expect(OFFICIAL_LANGUAGES.filter((language) => !spoken.includes(language))).toEqual(
    MISSING_LANGUAGES,
  )
  expect(spoken.filter((language) => !OFFICIAL_LANGUAGES.includes(language))).toEqual([])
})

it.skipIf(isMissing)('names only voices that the installed espeak-ng has', () => {
  const listed = execFileSync(findProgram()!, ['--voices'], { encoding: 'utf8' })
  const known = new Set(listed.split('\n').map((line) => line.trim().split(/\s+/)[1]))
  expect(espeak.voices.filter((voice) => !known.has(voice))).toEqual([])
})

it('says truthfully what makes its voices', () => {
  for (const voice of espeakVoices) {
    expect(voice.digitalSourceType).toBe('algorithmicMedia')
    expect(voice.madeBy).toMatch(/formant synthesis by hand-written rules/)
    expect(voice.id).toMatch(/^budget_[a-z]{2}_[a-z]{2}_001$/)
  }
})

describe('without espeak-ng on the machine', () => {
  it('does not list its voices', () => {
    process.env.PATH = '/nowhere'
    expect(espeak.isAvailable!()).toBe(false)
    expect(availableCatalogueVoices().every(({ engine }) => engine.name === 'flite')).toBe(true)
    expect(catalogueVoices.some(({ engine }) => engine === espeak)).toBe(true)
  })

  it('fails with the reason', async () => {
    process.env.PATH = ''
    const error = await say('de', 'Hallo').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'engine_failed' })
    expect((error as Error).message).toContain('espeak-ng is not installed')
  })
})

describe('with a program that misbehaves', () => {
  async function withProgram(script: string, limits = LIMITS, signal?: AbortSignal) {
    const folder = mkdtempSync(join(tmpdir(), 'espeak-'))
    writeFileSync(join(folder, 'espeak-ng'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    process.env.PATH = folder
    return runProgram([], 'text', limits, signal).finally(() => rmSync(folder, { recursive: true }))
  }
  const longLived = 'exec /bin/sleep 600'

  it('ends one that takes too long', async () => {
    const run = withProgram(longLived, { ...LIMITS, timeoutMs: 50 })
    await expect(run).rejects.toThrow(/took over 50 ms/)
  })

  it('ends one that writes too much', async () => {
    const run = withProgram('exec /bin/cat /dev/zero', { ...LIMITS, maxBytes: 100_000 })
    await expect(run).rejects.toThrow(/over 100000 bytes/)
  })

  it('ends it when the caller aborts, before or while it runs', async () => {
    expect(await codeOf(withProgram(longLived, LIMITS, AbortSignal.abort()))).toBe('cancelled')
    expect(await codeOf(withProgram(longLived, LIMITS, AbortSignal.timeout(30)))).toBe('cancelled')
  })

  it('tells what it printed, and takes no silence for speech', async () => {
    await expect(withProgram('echo no voice >&2; exit 3')).rejects.toThrow(/ended with 3: no voice/)
    expect(await withProgram('exit 0')).toHaveLength(0)
  })

  it('gives it nothing of our environment', async () => {
    process.env.VERY_SECRET = 'key'
    expect((await withProgram('exec /usr/bin/env')).toString()).not.toContain('VERY_SECRET')
    delete process.env.VERY_SECRET
  })
})

describe.skipIf(isMissing)('given hostile text', () => {
  it.each([
    '-w /tmp/espeak-injected.wav hello',
    '--path=/tmp -f /etc/passwd word',
    'word $(touch /tmp/espeak-injected.wav) `touch /tmp/espeak-injected.wav`; ls | sh',
    '"; touch /tmp/espeak-injected.wav; echo "word',
    'nul\0byte and \u0001 99S a command',
    "<audio src='/etc/passwd'/> <speak> word",
  ])('only speaks %j', async (text) => {
    const pcm = await say('en-gb', text)
    expect(peak(pcm)).toBeGreaterThan(0.05)
    expect(durationSeconds(pcm)).toBeLessThan(30)
    expect(existsSync('/tmp/espeak-injected.wav')).toBe(false)
  })

  it('takes no voice that is an option or a path', async () => {
    for (const voice of ['', '-w', '../../etc/passwd', 'de+f3', '__proto__']) {
      expect(await codeOf(say(voice, 'word'))).toBe('unknown_voice')
    }
  })

  it('reads phonemes and commands inside a text as words', async () => {
    const [bare, bracketed] = [await say('de', 'h a l o'), await say('de', '[[h a l o]]')]
    expect(durationSeconds(bracketed)).toBeCloseTo(durationSeconds(bare), 3)
    const [plain, commanded] = [
      await say('de', 'Hallo 9 S'),
      await say('de', '\u0001Hallo \u00019 S'),
    ]
    expect(durationSeconds(commanded)).toBeCloseTo(durationSeconds(plain), 3)
  })
})

it.skipIf(isMissing)('says nothing of a text without words, in any voice', async () => {
  for (const text of ['', ' \n', '👍🏽', '…', '\u200b\ud800', '中文', 'مرحبا']) {
    expect(await codeOf(say('fr-fr', text))).toBe('no_speech')
  }
})

it.skipIf(isMissing)('survives any Unicode in every language', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('e\u0301'.repeat(40), '\u202eabc', '\udc00\ud800', 'ﷺ', 'a'.repeat(300)),
  )
  const voices = [...espeak.voices]
  let next = 0
  const property = fc.asyncProperty(text, async (written) => {
    const voice = voices[next++ % voices.length]!
    const outcome = await say(voice, written).then(peak, (error: SpeechError) => error.code)
    expect(outcome === 'no_speech' || (outcome as number) > 0).toBe(true)
  })
  await fc.assert(property, { seed: SEED, numRuns: 48 })
})

it.skipIf(isMissing)('speaks 5,000 characters of many alphabets to the end', async () => {
  const text = Array.from({ length: 5_000 }, (_, i) => String.fromCodePoint(0x20 + i * 13)).join('')
  const pcm = await say('de', text)
  expect(durationSeconds(pcm)).toBeGreaterThan(1)
  expect(durationSeconds(pcm)).toBeLessThan(1_000)
})

it.skipIf(isMissing)('raises and lowers its pitch by the semitones asked for', async () => {
  const f0 = async (pitchSemitones: number) => {
    const request = {
      text: 'Neun wilde Löwen wandern immer noch um die Wiese.',
      voice: 'de',
      speed: 1,
      pitchSemitones,
    }
    for await (const { pcm } of espeak.speak(request)) return medianF0(pcm)
    throw new Error('nothing was said')
  }
  const own = await f0(0)
  for (const semitones of [-6, 3, 6]) {
    expect(12 * Math.log2((await f0(semitones)) / own)).toBeCloseTo(semitones, -0.3)
  }
})

it.skipIf(isMissing)('speaks another language when it is told to', async () => {
  const request = { text: 'Guten Morgen, wie geht es Ihnen heute?', voice: 'en-gb', speed: 1 }
  const samples = async (language?: string) => {
    for await (const { pcm } of espeak.speak({ ...request, language })) return pcm.samples
    throw new Error('nothing was said')
  }
  const german = await samples('de-AT')
  expect(german).not.toEqual(await samples())
  expect(await samples('tlh')).toEqual(await samples())
})
