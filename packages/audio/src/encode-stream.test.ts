import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { describeWithFfmpeg } from '../test/ffmpeg.ts'
import { bursts } from '../test/signals.ts'
import { decodeAudio } from './decode.ts'
import { encodeAudio } from './encode.ts'
import type { AudioFormat } from './encode-format.ts'
import { createEncoderStream } from './encode-stream.ts'
import { AudioError } from './error.ts'
import { concatenate, type Pcm, silence } from './pcm.ts'
import { decodeWav } from './wav-decode.ts'

const pieces = [1, 0.01, 0.7].map((seconds, i) => bursts(seconds, -3, 50 + i))
const whole = concatenate(pieces)
const BOUNDS = { sampleRateHz: 24_000, maxSeconds: 60, maxBytes: 1e7, timeoutMs: 20_000 }
const COMPRESSED = ['mp3', 'opus', 'aac', 'flac'] as const

afterEach(() => vi.unstubAllEnvs())

async function* each(list: readonly Pcm[]): AsyncGenerator<Pcm> {
  yield* list
}

async function collect(format: AudioFormat, source: AsyncIterable<Pcm> = each(pieces)) {
  const chunks: Uint8Array[] = []
  for await (const chunk of createEncoderStream({ format }).encode(source)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('raw streams', () => {
  it('wav has one open header and the samples of the whole file', async () => {
    const file = await collect('wav')
    expect(file.readUInt32LE(4)).toBe(0xffffffff)
    const sent = decodeWav(file)
    const stored = decodeWav((await encodeAudio(whole, { format: 'wav' })).bytes)
    expect(sent.pcm).toEqual(stored.pcm)
    expect(sent.info).toEqual(stored.info)
  })

  it('pcm is the samples alone, each piece as it comes', async () => {
    const { bytes } = await encodeAudio(whole, { format: 'pcm' })
    expect(Buffer.compare(await collect('pcm'), bytes)).toBe(0)
    const stream = createEncoderStream({ format: 'pcm' }).encode(each(pieces))
    expect((await stream.next()).value).toHaveLength(2 * pieces[0]!.samples.length)
    await stream.return(undefined)
  })

  it('refuses a piece at another rate, and stops for the signal', async () => {
    const other = collect('wav', each([silence(1, 16_000)]))
    await expect(other).rejects.toMatchObject({ code: 'rate_mismatch' })
    const stream = createEncoderStream({ format: 'pcm' }, { signal: AbortSignal.abort() })
    await expect(stream.encode(each(pieces)).next()).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('an encoder that is not installed', () => {
  it('is encoder_missing', async () => {
    vi.stubEnv('PATH', '/nowhere')
    await expect(collect('opus')).rejects.toMatchObject({ code: 'encoder_missing' })
  })
})

describeWithFfmpeg('compressed streams', () => {
  it.each(['mp3', 'opus', 'flac'] as const)('%s decodes to all that was put in', async (format) => {
    const decoded = await decodeAudio(await collect(format), BOUNDS)
    const extra = decoded.pcm.samples.length - whole.samples.length
    expect(extra).toBeGreaterThanOrEqual(0)
    // MP3 without a Xing header plays the encoder's delay and padding.
    expect(extra).toBeLessThan(format === 'mp3' ? 2_400 : 1)
  })

  it('aac is a run of ADTS frames after a tag', async () => {
    const file = await collect('aac')
    expect(file.toString('latin1', 0, 3)).toBe('ID3')
    const frame = file.indexOf(Buffer.from([0xff, 0xf1]))
    expect(frame).toBeGreaterThan(10)
  })

  it.each(COMPRESSED)('%s lets the first piece out before the second is there', async (format) => {
    const gate = Promise.withResolvers<void>()
    async function* waiting(): AsyncGenerator<Pcm> {
      yield pieces[0]!
      await gate.promise
      yield pieces[2]!
    }
    let sent = 0
    for await (const chunk of createEncoderStream({ format }).encode(waiting())) {
      sent += chunk.length
      if (sent > 4_000) gate.resolve()
    }
    expect(sent).toBeGreaterThan(6_000)
  })

  it('ends the encoder and the source when the reader stops', async () => {
    let isClosed = false
    async function* endless(): AsyncGenerator<Pcm> {
      try {
        while (true) {
          await delay(1)
          yield pieces[0]!
        }
      } finally {
        isClosed = true
      }
    }
    for await (const chunk of createEncoderStream({ format: 'opus' }).encode(endless())) {
      if (chunk.length > 0) break
    }
    await vi.waitFor(() => expect(isClosed).toBe(true))
  })

  it('passes on what the source throws', async () => {
    async function* failing(): AsyncGenerator<Pcm> {
      yield pieces[0]!
      throw new Error('the engine failed')
    }
    await expect(collect('mp3', failing())).rejects.toThrow('the engine failed')
    const other = collect('mp3', each([silence(1, 16_000)]))
    await expect(other).rejects.toBeInstanceOf(AudioError)
  })

  it('ends when cancelled or out of time, though the source hangs', async () => {
    async function* hanging(): AsyncGenerator<Pcm> {
      yield pieces[0]!
      await new Promise(() => undefined)
    }
    const drain = async (limits: { signal?: AbortSignal; timeoutMs?: number }) => {
      const stream = createEncoderStream({ format: 'flac' }, limits).encode(hanging())
      for await (const chunk of stream) expect(chunk.length).toBeGreaterThan(0)
    }
    const aborted = drain({ signal: AbortSignal.timeout(200) })
    await expect(aborted).rejects.toMatchObject({ code: 'cancelled' })
    await expect(drain({ timeoutMs: 200 })).rejects.toMatchObject({ code: 'encoder_timeout' })
  })
})
