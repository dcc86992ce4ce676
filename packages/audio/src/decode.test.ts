import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { describeWithFfmpeg, ffmpeg, made } from '../test/ffmpeg.ts'
import { bursts, seeded, sine } from '../test/signals.ts'
import { watchTempFiles } from '../test/temp-files.ts'
import { type DecodeOptions, decodeAudio } from './decode.ts'
import { AudioError } from './error.ts'
import { integratedLoudness } from './loudness.ts'
import { durationSeconds, silence } from './pcm.ts'
import { resample } from './resample.ts'
import { encodeWav } from './wav-encode.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122)
const BOUNDS = { sampleRateHz: 24_000, maxSeconds: 60, maxBytes: 1e7, timeoutMs: 20_000 }
/** Nothing above 3 kHz, so that it sounds the same at 8 kHz. */
const source = encodeWav(resample(resample(bursts(1.5, -6, 60), 6_000), 24_000))
const decode = (bytes: Uint8Array | string, options: Partial<DecodeOptions> = {}) =>
  decodeAudio(bytes, { ...BOUNDS, ...options })

/** A file by extension and ffmpeg arguments, made once. */
const files = new Map<string, Buffer>()
function file(extension: string, args = ''): Buffer {
  const key = `${extension} ${args}`
  const known = files.get(key) ?? made(source, extension, args.split(' ').filter(Boolean))
  files.set(key, known)
  return known
}

const FRAGMENTED = '-movflags frag_keyframe+empty_moov -frag_duration 300000'

afterEach(() => vi.unstubAllEnvs())

describe('plain WAV', () => {
  it('needs no ffmpeg', async () => {
    vi.stubEnv('PATH', '')
    const found = await decode(encodeWav(sine(1, -20, 16_000)))
    expect(found).toMatchObject({
      container: 'wav',
      codec: 'pcm_s16le',
      channels: 1,
      sampleRateHz: 16_000,
      containerSeconds: 1,
    })
    expect(found.pcm).toMatchObject({ sampleRateHz: 24_000 })
    expect(found.pcm.samples).toHaveLength(24_000)
  })

  it('that is cut is damaged', async () => {
    const cut = decode(source.subarray(0, source.length - 2))
    await expect(cut).rejects.toMatchObject({ code: 'damaged' })
  })

  it('over the limits is refused', async () => {
    const pcm = encodeWav(silence(2, 8_000))
    await expect(decode(pcm, { maxSeconds: 1 })).rejects.toMatchObject({ code: 'too_long' })
    await expect(decode(pcm, { maxBytes: 1_000 })).rejects.toMatchObject({ code: 'too_large' })
  })
})

describe('what is no audio', () => {
  const strangers: [string, Uint8Array][] = [
    ['nothing', new Uint8Array(0)],
    ['a byte', Uint8Array.of(0xff)],
    ['text', Buffer.from('RIFF is what this text begins with, and then goes on about waves')],
    ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
    ['an ffmpeg concat list', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
    ['zeros', new Uint8Array(10_000)],
    ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n0000000000', 'latin1')],
    [
      'one MPEG header in noise',
      Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(2_000, 7)]),
    ],
  ]
  it.each(strangers)('%s', async (_, bytes) => {
    await expect(decode(bytes)).rejects.toMatchObject({ code: 'not_audio' })
  })
})

describe('a decoder that is not installed', () => {
  it('is decoder_missing', async () => {
    vi.stubEnv('PATH', '/nowhere')
    const flac = Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(100)])
    await expect(decode(flac)).rejects.toMatchObject({ code: 'decoder_missing' })
  })
})

describeWithFfmpeg('files of all kinds', () => {
  const kinds: [name: string, extension: string, args: string, found: object][] = [
    [
      '16-bit stereo',
      'wav',
      '-ar 44100 -af pan=stereo|c0=c0|c1=c0',
      { codec: 'pcm_s16le', channels: 2 },
    ],
    [
      'float at 96 kHz',
      'wav',
      '-ar 96000 -c:a pcm_f32le',
      { codec: 'pcm_f32le', sampleRateHz: 96_000 },
    ],
    ['8 bit at 8 kHz', 'wav', '-ar 8000 -c:a pcm_u8', { codec: 'pcm_u8', sampleRateHz: 8_000 }],
    ['Microsoft ADPCM', 'wav', '-c:a adpcm_ms', { codec: 'adpcm_ms' }],
    [
      'IMA ADPCM',
      'wav',
      '-c:a adpcm_ima_wav -af pan=stereo|c0=c0|c1=c0',
      { codec: 'adpcm_ima_wav', channels: 2 },
    ],
    ['µ-law', 'wav', '-ar 8000 -c:a pcm_mulaw', { codec: 'pcm_mulaw', sampleRateHz: 8_000 }],
    ['A-law', 'wav', '-c:a pcm_alaw', { codec: 'pcm_alaw' }],
    [
      'MP3',
      'mp3',
      '-ar 44100 -af pan=stereo|c0=c0|c1=c0',
      { codec: 'mp3', container: 'mp3', channels: 2 },
    ],
    ['MP3 without Xing', 'mp3', '-write_xing 0 -id3v2_version 0', { containerSeconds: undefined }],
    ['MP3 at 8 kHz', 'mp3', '-ar 8000 -write_id3v1 1', { sampleRateHz: 8_000 }],
    ['M4A, index last', 'm4a', '-ar 48000', { codec: 'aac', container: 'mp4' }],
    ['M4A, index first', 'm4a', '-movflags +faststart', { codec: 'aac' }],
    ['M4A in fragments', 'm4a', FRAGMENTED, { codec: 'aac' }],
    ['Apple lossless', 'm4a', '-c:a alac', { codec: 'alac' }],
    [
      'Ogg Vorbis',
      'ogg',
      '-c:a libvorbis -af pan=stereo|c0=c0|c1=c0',
      { codec: 'vorbis', container: 'ogg' },
    ],
    ['Ogg Opus', 'opus', '-c:a libopus', { codec: 'opus' }],
    [
      'FLAC at 96 kHz',
      'flac',
      '-ar 96000 -sample_fmt s32',
      { codec: 'flac', sampleRateHz: 96_000 },
    ],
    ['WebM', 'webm', '-c:a libopus', { codec: 'opus', container: 'matroska' }],
  ]
  it.each(kinds)('%s', async (_, extension, args, found) => {
    const decoded = await decode(file(extension, args))
    expect(decoded).toMatchObject(found)
    const [before, after] = [await decode(source), decoded]
    expect(durationSeconds(after.pcm)).toBeGreaterThanOrEqual(durationSeconds(before.pcm) - 0.001)
    expect(durationSeconds(after.pcm)).toBeLessThan(durationSeconds(before.pcm) + 0.25)
    expect(Math.abs(integratedLoudness(after.pcm) - integratedLoudness(before.pcm))).toBeLessThan(1)
  })

  it('a video gives its sound, one without sound is no audio', async () => {
    const picture = ['-f', 'lavfi', '-i', 'color=s=64x64:d=2']
    const folder = await mkdtemp(join(tmpdir(), 'vv-audio-test-'))
    const [sound, mute] = ['sound.mp4', 'mute.mp4'].map((name) => join(folder, name)) as [
      string,
      string,
    ]
    ffmpeg(['-i', 'pipe:0', ...picture, '-c:v', 'mpeg4', sound], source)
    ffmpeg([...picture, '-c:v', 'mpeg4', mute])
    expect(await decode(sound)).toMatchObject({ codec: 'aac', container: 'mp4' })
    await expect(decode(mute)).rejects.toMatchObject({ code: 'not_audio' })
    await rm(folder, { recursive: true })
  })

  it('are read by path and at any rate', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vv-audio-test-'))
    const path = join(folder, '-i odd name.mp3')
    await writeFile(path, file('mp3', '-ar 44100 -af pan=stereo|c0=c0|c1=c0'))
    const { pcm } = await decode(path, { sampleRateHz: 16_000 })
    expect(pcm.sampleRateHz).toBe(16_000)
    expect(Math.round(durationSeconds(pcm))).toBe(Math.round(source.length / 48_000))
    await rm(folder, { recursive: true })
  })
})

describeWithFfmpeg('bounds', () => {
  it.each(['mp3', 'opus', 'flac'])(
    '%s over the limit of seconds is too_long',
    async (extension) => {
      const long = made(encodeWav(silence(20, 24_000)), extension, [])
      await expect(decode(long, { maxSeconds: 5 })).rejects.toMatchObject({ code: 'too_long' })
    },
  )

  it('a container that hides its length is decoded no further than the limit', async () => {
    const long = made(encodeWav(silence(20, 24_000)), 'mp3', [
      '-write_xing',
      '0',
      '-id3v2_version',
      '0',
    ])
    await expect(decode(long, { maxSeconds: 5 })).rejects.toMatchObject({ code: 'too_long' })
  })

  it('sizes that are declared and not there take no memory and no time', async () => {
    const flac = Buffer.from(file('flac', '-ar 96000 -sample_fmt s32'))
    flac.writeUInt32BE(0xffffffff, 22)
    await expect(decode(flac)).rejects.toBeInstanceOf(AudioError)
    const wav = Buffer.from(file('wav', '-c:a pcm_alaw'))
    wav.writeUInt32LE(0x7ffe0000, wav.indexOf('data') + 4)
    await expect(decode(wav)).rejects.toMatchObject({ code: 'damaged' })
  })

  it('time and signal end it, and nothing is left behind', async () => {
    const left = watchTempFiles()
    const mp3 = file('mp3', '-ar 44100 -af pan=stereo|c0=c0|c1=c0')
    await expect(decode(mp3, { timeoutMs: 5 })).rejects.toMatchObject({ code: 'decoder_timeout' })
    const soon = decode(mp3, { signal: AbortSignal.timeout(10) })
    await expect(soon).rejects.toMatchObject({ code: 'cancelled' })
    const now = decode(source, { signal: AbortSignal.abort() })
    await expect(now).rejects.toMatchObject({ code: 'cancelled' })
    expect(left()).toEqual([])
  })
})

describeWithFfmpeg('damaged files', () => {
  const kinds: [string, string][] = [
    ['mp3', '-ar 44100 -af pan=stereo|c0=c0|c1=c0'],
    ['mp3', '-write_xing 0 -id3v2_version 0'],
    ['m4a', '-movflags +faststart'],
    ['m4a', FRAGMENTED],
    ['opus', '-c:a libopus'],
    ['flac', '-ar 96000 -sample_fmt s32'],
    ['webm', '-c:a libopus'],
    ['wav', '-c:a adpcm_ms'],
  ]
  it.each(kinds)('%s (%s) that is cut', async (extension, args) => {
    const whole = file(extension, args)
    for (const part of [0.55, 0.98]) {
      const cut = whole.subarray(0, Math.floor(whole.length * part))
      await expect(decode(cut)).rejects.toMatchObject({ code: 'damaged' })
    }
  })

  it.each(kinds.slice(0, 7))('%s (%s) with a hole', async (extension, args) => {
    const holed = Buffer.from(file(extension, args))
    holed.fill(0, Math.floor(holed.length * 0.5), Math.floor(holed.length * 0.6))
    await expect(decode(holed)).rejects.toMatchObject({ code: 'damaged' })
  })

  it('say what was found', async () => {
    const flac = file('flac', '-ar 96000 -sample_fmt s32')
    const cut = decode(flac.subarray(0, flac.length / 2))
    await expect(cut).rejects.toThrow(/^[\d.]+ of [\d.]+ s decode, \d+ errors/)
  })

  it('of random cuts and flipped bits end in audio or an AudioError, within bounds', async () => {
    const random = seeded(SEED)
    const works = [...kinds, ['ogg', '-c:a libvorbis -af pan=stereo|c0=c0|c1=c0']].map(
      async ([extension, args]) => {
        for (let round = 0; round < 2; round++) {
          const bytes = Buffer.from(file(extension!, args))
          for (let flip = 0; flip < 1 + 30 * random(); flip++) {
            const at = Math.floor(random() ** (1 + round) * bytes.length)
            bytes[at]! ^= 1 << Math.floor(8 * random())
          }
          const end = random() < 0.3 ? Math.floor(random() * bytes.length) : bytes.length
          const found = await decode(bytes.subarray(0, end)).catch((error: unknown) => error)
          if (found instanceof Error) expect(found, `seed ${SEED}`).toBeInstanceOf(AudioError)
        }
      },
    )
    await Promise.all(works)
  })
})
