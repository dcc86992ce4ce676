import { decodeWav, encodeWav, type Pcm } from '@viva-voce/audio'
import { expect, test } from 'vitest'
import { describeWithFfmpeg, made } from '../../../audio/test/ffmpeg.ts'
import { gaussian, seeded, speechLike } from '../../../watermark/test/speech-like.ts'
import { type CodingTrace, codingTraces } from './traces.ts'

const rateHz = 44_100
const random = seeded(71)
const original = speechLike(3, 70, rateHz)
const recorded: Pcm = {
  ...original,
  samples: original.samples.map((value) => value + 0.002 * gaussian(random)),
}

const coders = {
  mp3: (rate: string) => ['mp3', '-c:a', 'libmp3lame', '-b:a', rate],
  aac: (rate: string) => ['m4a', '-c:a', 'aac', '-b:a', rate],
  vorbis: (rate: string) => ['ogg', '-c:a', 'libvorbis', '-b:a', rate],
} as const

/** Coded and decoded, without its first `cut` samples. */
function through(pcm: Pcm, codec: keyof typeof coders, rate: string, cut = 0): Pcm {
  const [extension, ...args] = coders[codec](rate)
  const coded = made(encodeWav({ ...pcm, samples: pcm.samples.slice(cut) }), extension!, args)
  return decodeWav(made(coded, 'wav', ['-ar', String(rateHz), '-c:a', 'pcm_s16le'])).pcm
}

const codecs = (traces: CodingTrace[]) => traces.map(({ codec }) => codec)

test('a recording that was never coded has no traces, nor have silence and a click too short to tell', () => {
  expect(codingTraces(decodeWav(encodeWav(recorded)).pcm)).toEqual([])
  expect(codingTraces({ samples: new Float32Array(rateHz), sampleRateHz: rateHz })).toEqual([])
  expect(codingTraces({ ...recorded, samples: recorded.samples.slice(0, 12_000) })).toEqual([])
})

describeWithFfmpeg('a recording that was coded', () => {
  test.each(['mp3', 'aac', 'vorbis'] as const)(
    'by %s tells so, and where the grid lies',
    (codec) => {
      const once = through(recorded, codec, '96k')
      const [trace, ...others] = codingTraces(once)
      expect(trace).toMatchObject({ codec })
      expect(others).toEqual([])
      // The same grid, seen from another beginning.
      const [later] = codingTraces({ ...once, samples: once.samples.slice(100) })
      const period = codec === 'mp3' ? 576 : 1_024
      expect(later).toMatchObject({ codec, offset: (trace!.offset - 100 + period) % period })
    },
  )

  test('twice by MP3, the second time better, shows two grids', () => {
    const twice = through(through(recorded, 'mp3', '64k'), 'mp3', '128k', 1_234)
    const traces = codingTraces(twice)
    expect(codecs(traces)).toEqual(['mp3', 'mp3'])
    expect(traces[0]!.offset).not.toBe(traces[1]!.offset)
  })

  test('by AAC and then by MP3 shows both', () => {
    const both = through(through(recorded, 'aac', '64k'), 'mp3', '128k', 777)
    expect(codecs(codingTraces(both)).sort()).toEqual(['aac', 'mp3'])
  })

  test('and played at another rate tells nothing', () => {
    const once = through(recorded, 'mp3', '96k')
    const moved = made(encodeWav(once), 'wav', ['-ar', '48000', '-c:a', 'pcm_s16le'])
    expect(codingTraces(decodeWav(moved).pcm)).toEqual([])
  })
})
