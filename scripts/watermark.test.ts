import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { decodeWav, encodeWav } from '../packages/audio/index.ts'
import { addNoise } from '../packages/watermark/test/degrade.ts'
import { speechLike } from '../packages/watermark/test/speech-like.ts'

const folder = mkdtempSync(join(tmpdir(), 'viva-voce-watermark-'))
const script = join(import.meta.dirname, 'watermark.ts')
const env = { ...process.env, SECRET_KEY: 'x'.repeat(43) }
const file = (name: string) => join(folder, name)
const run = (args: string[], input?: string) =>
  spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8', input })

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A WAV file of any sample format by hand: the same speech on each channel. */
function wavOf(kind: { float: boolean; bytes: number; channels: number }): Uint8Array {
  const { samples: loud, sampleRateHz } = speechLike(2, 77, 16_000)
  const samples = loud.map((value) => value / 2)
  const { float, bytes, channels } = kind
  const data = Buffer.alloc(samples.length * channels * bytes)
  for (const [n, value] of samples.entries()) {
    for (let c = 0; c < channels; c++) {
      const at = (n * channels + c) * bytes
      if (float) data.writeFloatLE(value, at)
      else data.writeIntLE(Math.round(value * (2 ** (8 * bytes - 1) - 1)), at, bytes)
    }
  }
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(float ? 3 : 1, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(sampleRateHz, 24)
  head.writeUInt32LE(sampleRateHz * channels * bytes, 28)
  head.writeUInt16LE(channels * bytes, 32)
  head.writeUInt16LE(8 * bytes, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

describe('npm run watermark', () => {
  test.each([
    { float: false, bytes: 2, channels: 1 },
    { float: false, bytes: 3, channels: 2 },
    { float: true, bytes: 4, channels: 2 },
  ])(
    'marks and reads WAV ($bytes bytes, float $float, $channels channels), format kept',
    (kind) => {
      writeFileSync(file('in.wav'), wavOf(kind))
      execFileSync(
        process.execPath,
        [script, 'embed', file('in.wav'), file('out.wav'), '--payload', '00c0ffee'],
        { env },
      )
      const [before, after] = ['in.wav', 'out.wav'].map((name) => readFileSync(file(name)))
      expect(after!.length).toBe(before!.length)
      expect(after!.subarray(0, 44)).toEqual(before!.subarray(0, 44))
      expect(decodeWav(after!).pcm.samples).not.toEqual(decodeWav(before!).pcm.samples)
      const { stdout, status } = run(['detect', file('out.wav'), '--registry', 'off'])
      expect(status).toBe(0)
      const found: unknown = JSON.parse(stdout)
      expect(found).toMatchObject({ detected: true, payload: '00c0ffee', verdict: 'marked' })
      expect(found).toMatchObject({ method: 'blind', spans: [{ start: 0 }] })
    },
  )

  test('--registry with what was issued claims marks too faint to be read blind, and nothing else', () => {
    writeFileSync(file('clean.wav'), encodeWav(speechLike(2, 77, 16_000)))
    run(['embed', file('clean.wav'), file('marked.wav'), '--payload', '00c0ffee'])
    const { pcm } = decodeWav(readFileSync(file('marked.wav')))
    const noisy = [12, 13, 14, 15, 16, 17, 18].map((snrDb) => {
      const name = file(`noisy-${snrDb}.wav`)
      writeFileSync(name, encodeWav(addNoise(pcm, snrDb, 5)))
      return name
    })
    writeFileSync(file('issued.txt'), '00000001\n00c0ffee\n')
    writeFileSync(file('others.txt'), '00000001\n00000002\n')
    const payloads = (...args: string[]) => {
      const { stdout } = run(['detect', '--server', ...args], noisy.join('\n'))
      const answers = stdout.trim().split('\n')
      return answers.map((line) => (JSON.parse(line) as { payload: string | null }).payload)
    }
    const [blind, known, others] = [
      payloads(),
      payloads('--registry', file('issued.txt')),
      payloads('--registry', file('others.txt')),
    ]
    const count = (all: (string | null)[]) => all.filter((payload) => payload === '00c0ffee').length
    expect(count(known)).toBeGreaterThan(count(blind))
    expect(known.filter((payload) => payload !== null)).toHaveLength(count(known))
    expect(others).toEqual(blind)
  }, 180_000)

  test('--server answers each line, unreadable files too', () => {
    writeFileSync(file('plain.wav'), encodeWav(speechLike(1, 78, 16_000)))
    const lines = [file('plain.wav'), file('absent.wav'), JSON.stringify({ file: file('out.wav') })]
    const { stdout, status } = run(['detect', '--server'], lines.join('\n'))
    const answers = stdout.trim().split('\n')
    expect(status).toBe(0)
    expect(answers.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { file: file('plain.wav'), detected: false, payload: null, verdict: 'not_marked' },
      { file: file('absent.wav'), error: expect.stringContaining('absent.wav') },
      { file: file('out.wav'), payload: '00c0ffee' },
    ])
  })

  test.each([
    { args: ['embed', 'a.wav', 'b.wav', '--payload', 'xyz'], status: 2, says: '8 hexadecimal' },
    { args: ['detect'], status: 2, says: 'usage' },
    { args: ['detect', 'a.wav', '--registry', 'on'], status: 2, says: 'registry' },
    { args: ['detect', '/nowhere/a.wav'], status: 1, says: '/nowhere/a.wav' },
  ])('says what is wrong with $args', ({ args, status, says }) => {
    const result = run(args)
    expect(result.status).toBe(status)
    expect(result.stderr).toContain(says)
    expect(result.stdout).toBe('')
  })
})
