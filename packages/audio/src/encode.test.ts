import { afterEach, describe, expect, it, vi } from 'vitest'
import { describeWithFfmpeg } from '../test/ffmpeg.ts'
import { probeTags } from '../test/probe-tags.ts'
import { bursts } from '../test/signals.ts'
import { watchTempFiles } from '../test/temp-files.ts'
import { type Decoded, decodeAudio } from './decode.ts'
import { type EncodeOptions, encodeAudio } from './encode.ts'
import { AUDIO_FORMATS } from './encode-format.ts'
import { AI_NOTICE } from './metadata.ts'
import type { Pcm } from './pcm.ts'
import { silence } from './pcm.ts'
import { decodeWav } from './wav-decode.ts'

const speech = bursts(2, -3, 40)
const metadata = {
  title: 'Tïtle = "1"; $(x) — 日本',
  artist: 'Linden, a synthetic voice',
  comment: 'Licence lic_1.',
  copyright: '© Viva Voce',
  created: '2026-11-20',
  software: 'Viva Voce',
}
const COMPRESSED = ['mp3', 'opus', 'aac', 'flac'] as const
const BOUNDS = { sampleRateHz: 24_000, maxSeconds: 60, maxBytes: 1e7, timeoutMs: 20_000 }

const encode = (format: EncodeOptions['format'], pcm: Pcm = speech) =>
  encodeAudio(pcm, { format, metadata, digitalSourceType: 'trainedAlgorithmicMedia' })
/** The file that several tests look at, made once. */
const files = new Map<string, ReturnType<typeof encode>>()
function fileOf(format: EncodeOptions['format']): ReturnType<typeof encode> {
  const file = files.get(format) ?? encode(format)
  files.set(format, file)
  return file
}

afterEach(() => vi.unstubAllEnvs())

/** Level of what the codec changed, under the signal, in dB. */
function errorDb(before: Pcm, { pcm }: Decoded): number {
  let [error, signal] = [0, 0]
  for (let n = 0; n < before.samples.length; n++) {
    error += (pcm.samples[n]! - before.samples[n]!) ** 2
    signal += before.samples[n]! ** 2
  }
  return 10 * Math.log10(error / signal)
}

describe('wav and pcm', () => {
  it('are made here, at 24 kHz and 16 bit', async () => {
    vi.stubEnv('PATH', '')
    const wav = await encode('wav')
    expect(wav).toMatchObject({ contentType: 'audio/wav', extension: 'wav' })
    const read = decodeWav(wav.bytes)
    expect(read.info).toMatchObject({
      title: metadata.title,
      comment: `${AI_NOTICE} Licence lic_1.`,
    })
    expect(read.digitalSourceType).toBe('trainedAlgorithmicMedia')
    const raw = await encode('pcm')
    expect(raw).toMatchObject({ contentType: 'audio/pcm', extension: 'pcm' })
    expect(Buffer.from(raw.bytes)).toEqual(Buffer.from(wav.bytes.slice(-raw.bytes.length)))
  })

  it('bring other rates to 24 kHz', async () => {
    const { bytes } = await encodeAudio(silence(1, 16_000), { format: 'pcm' })
    expect(bytes).toHaveLength(48_000)
  })

  it('do not say twice that they are AI-generated', async () => {
    const comment = 'This is AI-generated.'
    const { bytes } = await encodeAudio(speech, { format: 'wav', metadata: { comment } })
    expect(decodeWav(bytes).info.comment).toBe(comment)
  })
})

describe('an encoder that is not installed', () => {
  it('is encoder_missing, and leaves nothing behind', async () => {
    const left = watchTempFiles()
    vi.stubEnv('PATH', '/nowhere')
    await expect(encode('mp3')).rejects.toMatchObject({ code: 'encoder_missing' })
    expect(left()).toEqual([])
  })
})

describeWithFfmpeg('compressed files', () => {
  // Noise is the hardest signal for a lossy codec; speech errs less.
  const expected = { mp3: -12, opus: -5, aac: -15, flac: -70 }

  it.each(COMPRESSED)('%s decodes to the same audio at the same place', async (format) => {
    const { bytes } = await fileOf(format)
    const decoded = await decodeAudio(bytes, BOUNDS)
    expect(decoded).toMatchObject({ codec: format, channels: 1 })
    const extra = decoded.pcm.samples.length - speech.samples.length
    expect(extra).toBeGreaterThanOrEqual(0)
    expect(extra).toBeLessThanOrEqual(format === 'aac' ? 1_024 : 0)
    expect(errorDb(speech, decoded)).toBeLessThan(expected[format])
  })

  it.each(COMPRESSED)('%s says what it is in its own tags', async (format) => {
    const { bytes, extension } = await fileOf(format)
    const tags = probeTags(bytes, extension)
    expect(tags).toMatchObject({
      title: metadata.title,
      artist: metadata.artist,
      comment: `${AI_NOTICE} Licence lic_1.`,
      copyright: metadata.copyright,
      date: metadata.created,
    })
    expect(JSON.stringify(tags)).toContain('digitalsourcetype/trainedAlgorithmicMedia')
  })

  it('wav says in a bext chunk who made it and when, as broadcasters read it', async () => {
    const info = {
      ...metadata,
      created: '2026-11-20T09:08:07',
      source: 'syn_1',
      software: 'Viva Voce',
    }
    const { bytes, extension } = await encodeAudio(speech, { format: 'wav', metadata: info })
    expect(probeTags(bytes, extension)).toMatchObject({
      encoded_by: 'Viva Voce',
      originator_reference: 'syn_1',
      creation_time: '09:08:07',
      coding_history: expect.stringContaining('A=PCM,F=24000,W=16,M=mono'),
    })
  })

  it.each(['wav', 'mp3', 'opus', 'flac'] as const)('%s says where to check it', async (format) => {
    const link = 'https://vivavoce.example/verify?a=1&b=2'
    const { bytes } = await encodeAudio(speech, {
      format,
      metadata: { ...metadata, link },
      digitalSourceType: 'algorithmicMedia',
    })
    expect(Buffer.from(bytes).includes(link)).toBe(true)
  })

  it.each(COMPRESSED)('%s is the same every time', async (format) => {
    const [one, two] = [await fileOf(format), await encode(format)]
    expect(Buffer.compare(one.bytes, two.bytes)).toBe(0)
  })

  it('aac has its index before its audio', async () => {
    const file = Buffer.from((await fileOf('aac')).bytes)
    expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'))
  })

  it('takes tags of any kind as text', async () => {
    const odd = { title: '-f null\0\n--', artist: '\ud800 $(HOME)', comment: 'x'.repeat(1e5) }
    for (const format of COMPRESSED) {
      const { bytes, extension } = await encodeAudio(speech, { format, metadata: odd })
      const tags = probeTags(bytes, extension)
      expect(tags).toMatchObject({ title: '-f null --', artist: '\ufffd $(HOME)' })
      expect(tags.comment!.length).toBeLessThan(1_100)
    }
  })

  it.each(COMPRESSED)('%s of a tenth of a second has it all', async (format) => {
    const short = bursts(0.05, -3, 41)
    const decoded = await decodeAudio((await encode(format, short)).bytes, BOUNDS)
    expect(decoded.pcm.samples.length).toBeGreaterThanOrEqual(short.samples.length)
  })

  it('stops when cancelled or out of time, and leaves nothing behind', async () => {
    const left = watchTempFiles()
    const long = silence(600, 24_000)
    const limits = { signal: AbortSignal.timeout(30) }
    const cancelled = encodeAudio(long, { format: 'aac' }, limits)
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
    const late = encodeAudio(long, { format: 'aac' }, { timeoutMs: 20 })
    await expect(late).rejects.toMatchObject({ code: 'encoder_timeout' })
    const never = encodeAudio(long, { format: 'pcm' }, { signal: AbortSignal.abort() })
    await expect(never).rejects.toMatchObject({ code: 'cancelled' })
    expect(left()).toEqual([])
  })
})

describe('the list of formats', () => {
  it('is the one that the contract offers', () => {
    expect(AUDIO_FORMATS).toEqual(['wav', 'mp3', 'opus', 'aac', 'flac', 'pcm'])
  })
})
