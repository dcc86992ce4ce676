import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { describeWithFfmpeg, made } from '../test/ffmpeg.ts'
import { bursts } from '../test/signals.ts'
import { type BlockOptions, openAudio } from './decode-blocks.ts'
import { resample } from './resample.ts'
import { encodeWav } from './wav-encode.ts'

const folder = mkdtempSync(join(tmpdir(), 'vv-blocks-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const BOUNDS = { sampleRateHz: 16_000, blockSeconds: 0.5, maxSeconds: 60, timeoutMs: 20_000 }
const pcm = resample(bursts(2.2, -6, 60), 24_000)
const wav = encodeWav(pcm)

async function read(bytes: Uint8Array, options: Partial<BlockOptions> = {}) {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  const opened = await openAudio(path, { ...BOUNDS, ...options })
  const blocks: Float32Array[] = []
  for await (const block of opened.blocks()) blocks.push(block)
  const samples = Float32Array.from(blocks.flatMap((block) => Array.from(block)))
  return { ...opened, lengths: blocks.map(({ length }) => length), samples }
}

describeWithFfmpeg('audio in blocks', () => {
  it('has blocks of one length and a shorter last one, all samples once and in order', async () => {
    const { lengths, samples, container } = await read(wav)
    expect(container).toBe('wav')
    expect(lengths.slice(0, -1)).toEqual([8_000, 8_000, 8_000, 8_000])
    const expected = resample(pcm, 16_000).samples
    expect(Math.abs(samples.length - expected.length)).toBeLessThan(20)
    let error = 0
    for (let n = 0; n < 30_000; n++) error = Math.max(error, Math.abs(samples[n]! - expected[n]!))
    expect(error).toBeLessThan(0.05)
  })

  it.each(['mp3', 'm4a', 'ogg', 'flac', 'opus', 'webm'])('reads %s', async (extension) => {
    const { samples } = await read(made(wav, extension, []))
    expect(samples.length / 16_000).toBeCloseTo(2.2, 0)
    expect(Math.max(...samples)).toBeGreaterThan(0.1)
  })

  it('gives what there is of a file that breaks off', async () => {
    const flac = made(wav, 'flac', [])
    const { samples } = await read(flac.subarray(0, flac.length / 2))
    expect(samples.length).toBeGreaterThan(5_000)
    expect(samples.length).toBeLessThan(30_000)
  })

  it('refuses a file over the limit by its own word before a block is read', async () => {
    await expect(read(wav, { maxSeconds: 1 })).rejects.toMatchObject({ code: 'too_long' })
  })

  it('refuses a file that is longer than it says', async () => {
    const lying = Buffer.from(made(wav, 'webm', ['-live', '1']))
    await expect(read(lying, { maxSeconds: 1 })).rejects.toMatchObject({ code: 'too_long' })
  })

  it('keeps samples finite and within bounds, whatever a float file holds', async () => {
    const wild = Buffer.from(made(wav, 'wav', ['-c:a', 'pcm_f32le']))
    const values = [Number.NaN, Infinity, -Infinity, 3e38, -3e38, 1e-40]
    values.forEach((value, i) => {
      wild.writeFloatLE(value, wild.length - 4 * (i + 1))
    })
    const { samples } = await read(wild)
    for (const sample of samples) expect(Math.abs(sample)).toBeLessThanOrEqual(16)
  })

  it.each([
    ['a playlist', '#EXTM3U\nfile:///etc/passwd\n'],
    ['a list to join', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
    ['nothing', ''],
  ])('refuses %s', async (_, text) => {
    await expect(read(Buffer.from(text))).rejects.toMatchObject({ code: 'not_audio' })
  })

  it('ends when it is cancelled, and when its time is over', async () => {
    const cancel = AbortSignal.abort()
    await expect(read(wav, { signal: cancel })).rejects.toMatchObject({ code: 'cancelled' })
    const late = made(encodeWav(resample(bursts(40, -6, 60), 24_000)), 'ogg', [])
    await expect(read(late, { timeoutMs: 5 })).rejects.toMatchObject({ code: 'decoder_timeout' })
  })
})

describe('without ffmpeg', () => {
  it('reads plain WAV, and names what is missing for the rest', async () => {
    vi.stubEnv('PATH', folder)
    const { samples } = await read(wav)
    expect(samples).toHaveLength(resample(pcm, 16_000).samples.length)
    await expect(read(Buffer.from('fLaC....'))).rejects.toMatchObject({ code: 'decoder_missing' })
    vi.unstubAllEnvs()
  })
})
