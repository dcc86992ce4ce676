import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CHARACTER_METADATA, PIPER_METADATA, writeToyModel } from '../../../test/toy-model.ts'
import { model } from '../../../test/toy-onnx.ts'
import { sherpaModelConfig } from './families.ts'
import { readModels } from './manifest.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'models-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const toy = (name: string, options = {}) => writeToyModel(join(dir, name), options)
const messages = () => readModels(dir).problems.map(({ message }) => message)

function without(key: string): Record<string, string> {
  return Object.fromEntries(Object.entries(CHARACTER_METADATA).filter(([name]) => name !== key))
}

describe('readModels', () => {
  test('gives a checked model with absolute paths', () => {
    toy('one')
    const { models, problems } = readModels(dir)
    expect(problems).toEqual([])
    expect(models).toMatchObject([
      { voiceId: 'standard_en_us_101', family: 'vits', locale: 'en-US', tier: 'standard' },
    ])
    expect(models[0]!.files.tokens).toBe(join(models[0]!.folder, 'tokens.txt'))
  })

  test('one bad folder harms no other', () => {
    toy('a', { manifest: { tier: 'golden' } })
    toy('b')
    mkdirSync(join(dir, 'c'))
    writeFileSync(join(dir, 'a file'), '')
    const { models, problems } = readModels(dir)
    expect(models.map(({ folder }) => folder.slice(-1))).toEqual(['b'])
    expect(problems).toEqual([
      { folder: join(dir, 'a'), message: 'tier must be one of premium, standard, budget' },
      { folder: join(dir, 'c'), message: 'has no voice.json' },
    ])
  })

  test('a folder that is not there is a problem, not an error', () => {
    const { models, problems } = readModels(join(dir, 'nowhere'))
    expect(models).toEqual([])
    expect(problems[0]!.message).toMatch(/cannot be read/)
  })

  test('a voice id is used once', () => {
    toy('a')
    toy('b')
    expect(messages()).toEqual(['standard_en_us_101 is another voice already'])
    expect(readModels(dir, ['standard_en_us_101']).models).toEqual([])
  })

  test.each([
    [{ voiceId: 'toy' }, 'voiceId must look like'],
    [{ voiceId: 'standard_en_us_1' }, 'voiceId must look like'],
    [{ voiceId: '../x' }, 'voiceId must look like'],
    [{ voiceId: 'premium_en_us_101' }, 'voiceId says premium, but tier says standard'],
    [{ locale: 'de-DE' }, 'voiceId says en_us, but locale says de-DE'],
    [{ locale: 'en_US' }, 'locale must look like'],
    [{ category: 'news' }, 'category must be one of general'],
    [{ name: '' }, 'name must be a text'],
    [{ name: 7 }, 'name must be a text'],
    [{ description: undefined }, 'description must be a text'],
    [{ licence: 'MIT' }, 'licence must be an object'],
    [{ licence: { name: 'MIT', url: 'javascript:alert(1)' } }, 'licence.url must be a web address'],
    [{ family: 'gpt' }, 'family must be one of vits, piper'],
    [{ family: 'zipvoice' }, 'modelId must be a text'],
    [{ files: [] }, 'files must be an object'],
    [{ files: { model: 'model.onnx' } }, 'files.tokens is missing'],
    [{ family: 'kokoro' }, 'files.voices is missing'],
    [{ speakerId: -1 }, 'speakerId must be a whole number'],
    [{ speakerId: 1.5 }, 'speakerId must be a whole number'],
    [{ speakerId: 1 }, 'speakerId 1 is not among its 1 speakers'],
    [{ colour: 'red' }, 'colour is not a field of voice.json'],
    [{ constructor: 1 }, 'constructor is not a field of voice.json'],
  ])('refuses %j', (manifest, message) => {
    toy('a', { manifest })
    expect(messages()).toEqual([expect.stringContaining(message)])
  })

  test.each([
    ['not JSON', '{', 'voice.json is not JSON'],
    ['a list', '[]', 'voice.json must be an object'],
    ['null', 'null', 'voice.json must be an object'],
    ['too much', ' '.repeat(70_000), 'voice.json is over 64 KiB'],
  ])('refuses a voice.json that is %s', (_, json, message) => {
    writeFileSync(join(toy('a'), 'voice.json'), json)
    expect(messages()).toEqual([expect.stringContaining(message)])
  })
})

describe('files stay in their folder', () => {
  const files = (changed: object) => ({
    manifest: { files: { model: 'model.onnx', tokens: 'tokens.txt', ...changed } },
  })

  test.each([
    [{ tokens: '../b/tokens.txt' }, "files.tokens is not inside the model's folder"],
    [{ tokens: '/etc/passwd' }, 'files.tokens must be a relative path'],
    [{ tokens: 'folder/../../b/tokens.txt' }, 'files.tokens is not inside'],
    [{ tokens: 'out' }, 'files.tokens is not inside'],
    [{ tokens: 'out-folder/tokens.txt' }, 'files.tokens is not inside'],
    [{ tokens: '.' }, 'files.tokens is not inside'],
    [{ tokens: 'nothing.txt' }, 'files.tokens does not exist'],
    [{ tokens: 'empty.txt' }, 'files.tokens is empty'],
    [{ tokens: 'folder' }, 'files.tokens is not a file'],
    [{ tokens: 'tokens.txt\0' }, 'files.tokens must be a relative path'],
    [{ tokens: 'a,b' }, 'files.tokens must be a relative path without commas'],
    [{ lexicon: 'tokens.txt,../b/tokens.txt' }, 'files.lexicon is not inside'],
    [{ dataDir: 'folder' }, 'files.dataDir does not exist'],
    [{ dataDir: 'tokens.txt' }, 'files.dataDir is not a directory'],
    [{ vocoder: 'model.onnx' }, 'files.vocoder is not used by vits'],
  ])('refuses %j', (changed, message) => {
    const folder = toy('a', files(changed))
    toy('b', { voiceId: 'standard_en_us_102' })
    writeFileSync(join(folder, 'empty.txt'), '')
    mkdirSync(join(folder, 'folder'))
    symlinkSync(join(dir, 'b', 'tokens.txt'), join(folder, 'out'))
    symlinkSync(join(dir, 'b'), join(folder, 'out-folder'))
    expect(messages()).toEqual([expect.stringContaining(message)])
  })

  test('takes a link and a list of lexicons inside the folder', () => {
    const folder = toy('a', files({ tokens: 'link', lexicon: 'tokens.txt, link' }))
    symlinkSync('tokens.txt', join(folder, 'link'))
    expect(messages()).toEqual([])
    const { models } = readModels(dir)
    const path = join(models[0]!.folder, 'tokens.txt')
    expect(models[0]!.files).toMatchObject({ tokens: path, lexicon: `${path},${path}` })
  })

  test('does not follow a link for a folder of its own', () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'))
    writeToyModel(outside)
    symlinkSync(outside, join(dir, 'a'))
    expect(readModels(dir)).toEqual({ models: [], cloners: [], problems: [] })
    rmSync(outside, { recursive: true })
  })
})

describe('metadata is checked before anything is loaded', () => {
  test.each([
    [{}, 'lacks the metadata sample_rate, n_speakers, language, comment that vits needs'],
    [without('comment'), 'lacks the metadata comment that vits needs'],
    [{ ...CHARACTER_METADATA, sample_rate: 'abc' }, 'sample_rate=abc, which does not serve'],
    [{ ...CHARACTER_METADATA, n_speakers: '-1' }, 'n_speakers=-1, which does not serve'],
    [{ ...CHARACTER_METADATA, sample_rate: '100' }, 'has a sample rate of 100 Hz'],
    [without('frontend'), 'needs a lexicon or dataDir'],
  ])('of vits: %j', (metadata, message) => {
    toy('a', { metadata })
    expect(messages()).toEqual([expect.stringContaining(message)])
  })

  test('a file that is no ONNX model', () => {
    writeFileSync(join(toy('a'), 'model.onnx'), 'version https://git-lfs.github.com/spec/v1\n')
    expect(messages()).toEqual([expect.stringContaining('files.model is no usable ONNX file')])
  })

  const speakers = { sample_rate: '24000', n_speakers: '2', has_espeak: '1' }
  test.each([
    ['piper', PIPER_METADATA, undefined],
    ['piper', { ...PIPER_METADATA, voice: '' }, 'lacks the metadata voice that piper needs'],
    ['piper', { ...PIPER_METADATA, comment: 'coqui' }, 'not a piper model'],
    ['kokoro', { ...speakers, style_dim: '3,1,2' }, undefined],
    ['kokoro', { ...speakers, style_dim: '4,1,2' }, 'files.voices must have 64 bytes'],
    ['kokoro', { ...speakers, style_dim: '1,256' }, 'style_dim=1,256, which does not serve'],
    ['kitten', { ...speakers, style_dim: '2,3', model_type: 'kitten-tts' }, undefined],
    ['kitten', { ...speakers, style_dim: '1,256', model_type: 'x' }, 'not a kitten model'],
    ['matcha', { ...speakers, use_eos_bos: '1', pad_id: '0', model_type: 'vocos' }, undefined],
    ['matcha', { ...speakers, use_eos_bos: '1', pad_id: '0', model_type: 'x' }, 'not a vocoder'],
    ['matcha', speakers, 'lacks the metadata use_eos_bos, pad_id that matcha needs'],
    ['supertonic', {}, undefined],
  ] as const)('of %s: %j', (family, metadata, message) => {
    toy('a', { manifest: { family, files: filesOf(family) } })
    for (const name of Object.values(filesOf(family))) {
      if (name === 'data') mkdirSync(join(dir, 'a', name))
      else if (name === 'v.bin') writeFileSync(join(dir, 'a', name), new Uint8Array(48))
      else writeFileSync(join(dir, 'a', name), model(new Uint8Array(4), metadata))
    }
    for (const name of ['phontab', 'phonindex', 'phondata', 'intonations']) {
      if ('dataDir' in filesOf(family)) writeFileSync(join(dir, 'a', 'data', name), 'x')
    }
    expect(messages()).toEqual(message ? [expect.stringContaining(message)] : [])
  })

  test('sherpa-onnx gets the files by its own names', () => {
    const config = sherpaModelConfig('matcha', { model: '/m', vocoder: '/v' }, 2)
    expect(config).toMatchObject({ matcha: { acousticModel: '/m', vocoder: '/v' }, numThreads: 2 })
  })
})

function filesOf(family: string): Record<string, string> {
  const usual = { model: 'm.onnx', tokens: 't.txt' }
  if (family === 'piper') return { ...usual, dataDir: 'data' }
  if (family === 'matcha') return { ...usual, vocoder: 'v.onnx' }
  if (family !== 'supertonic') return { ...usual, voices: 'v.bin', dataDir: 'data' }
  const graphs = ['durationPredictor', 'textEncoder', 'vectorEstimator', 'vocoder']
  const names = [...graphs, 'ttsJson', 'unicodeIndexer', 'voiceStyle']
  return Object.fromEntries(names.map((name) => [name, `${name}.bin`]))
}
