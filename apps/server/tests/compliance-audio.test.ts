import { concatenate, decodeWav, encodeWav, type Pcm, resample, silence } from '@viva-voce/audio'
import { findCatalogueVoice, speakWhole } from '@viva-voce/speech'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { describeWithFfmpeg, made } from '../../../packages/audio/test/ffmpeg.ts'
import { revokeLicence } from '../src/domains/licences/licences.ts'
import { inTransaction } from '../src/kit/db.ts'
import { bought, resultOf, sendAudio, uploadsIn } from './setup/audio-checks.ts'
import { signUpWithKey } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const firstText =
  'The birch canoe slid on the smooth planks. Glue the sheet to the dark background.'
const secondText = 'Rice is often served in round bowls. The juice of lemons makes fine punch.'

let server: TestServer
let key: string
let first: { id: string; audio: Uint8Array }
let second: { id: string; audio: Uint8Array }
let unmarked: Pcm
beforeAll(async () => {
  server = await startTestServer({ LIMIT_AUDIO_CHECK_PER_MINUTE: '1000' })
  key = (await signUpWithKey(server)).key
  first = await bought(server, key, { text: firstText, usage: 'podcast' })
  second = await bought(server, key, {
    ...{ text: secondText, voice_id: 'premium_en_us_002', usage: 'demo' },
  })
  const { engine, engineVoice } = findCatalogueVoice('premium_en_us_001')!
  unmarked = await speakWhole({ engine, voice: engineVoice, text: firstText })
})
afterEach(() => expect(uploadsIn(server)).toEqual([]))
afterAll(() => server.close())

const pcmOf = (bytes: Uint8Array) => decodeWav(bytes).pcm
const seconds = ({ samples, sampleRateHz }: Pcm) => samples.length / sampleRateHz

describe('a synthesis of ours', () => {
  test('is told by its licence, its place and the chance of an error', async () => {
    const result = await resultOf(server, first.audio)
    expect(result).toMatchObject({ verdict: 'marked', audio: { container: 'wav', damaged: false } })
    const [mark] = result.marks
    expect(result.marks).toHaveLength(1)
    expect(mark).toMatchObject({
      synthesis_id: first.id,
      method: 'blind',
      is_public_sample: false,
      licence: {
        ...{ voice_id: 'premium_en_us_001', usage: 'podcast', valid: true },
        ...{ talent_id: null, talent_name: null, revoked_at: null },
      },
    })
    expect(mark!.false_claim_probability).toBeLessThan(1e-6)
    const length = seconds(pcmOf(first.audio))
    expect(mark!.spans[0]!.start_seconds).toBeLessThan(0.7)
    expect(mark!.spans.at(-1)!.end_seconds).toBeGreaterThan(length - 0.9)
    expect(result.audio.seconds).toBeCloseTo(length, 1)
    expect(result.audio.peaks.length).toBeGreaterThan(50)
    expect(Math.max(...result.audio.peaks)).toBeLessThanOrEqual(1)
  })

  test('is told by its content credentials too, which a change breaks', async () => {
    const { content_credentials: untouched } = await resultOf(server, first.audio)
    expect(untouched).toEqual({
      ...{ state: 'ours', title: `Synthetic speech ${first.id}`, generator: 'Viva Voce' },
      digital_source_type: 'trainedAlgorithmicMedia',
    })
    const changed = first.audio.slice()
    changed[30_000]! ^= 1
    expect((await resultOf(server, changed)).content_credentials).toMatchObject({ state: 'broken' })
    const bare = encodeWav(pcmOf(first.audio))
    expect((await resultOf(server, bare)).content_credentials).toBeNull()
  })

  test('tells strangers neither the text nor who bought it', async () => {
    const answer = await (await sendAudio(server, first.audio)).text()
    expect(answer).not.toMatch(/birch|dev_|pi_|eyJ/)
  })

  test('is told when its tags agree', async () => {
    const { metadata, marks } = await resultOf(server, first.audio)
    expect(metadata).toEqual({
      ...{ ai_generated: true, agreement: 'agrees', synthesis_id: first.id },
      licence_id: marks[0]!.licence!.licence_id,
    })
  })

  test('is told when its tags name another licence', async () => {
    const { metadata: other } = await resultOf(server, second.audio)
    const { metadata: own } = await resultOf(server, first.audio)
    const forged = Buffer.from(
      Buffer.from(first.audio).toString('latin1').replaceAll(own.licence_id!, other.licence_id!),
      'latin1',
    )
    const { metadata, marks, verdict } = await resultOf(server, forged)
    expect(metadata).toMatchObject({ agreement: 'contradicts', licence_id: other.licence_id })
    expect({ verdict, id: marks[0]!.synthesis_id }).toEqual({ verdict: 'marked', id: first.id })
  })

  test('is found in the middle half, and without its tags', async () => {
    const { samples, sampleRateHz } = pcmOf(first.audio)
    const half = samples.slice(samples.length / 4, (samples.length * 3) / 4)
    const { marks, metadata } = await resultOf(server, encodeWav({ samples: half, sampleRateHz }))
    expect(marks.map((mark) => mark.synthesis_id)).toEqual([first.id])
    expect(metadata).toMatchObject({ ai_generated: false, agreement: 'none' })
  })

  test('is told from the public sample of a voice, which has no licence', async () => {
    const sample = await fetch(`${server.url}/v1/voices/premium_en_us_001/preview`)
    const result = await resultOf(server, new Uint8Array(await sample.arrayBuffer()))
    expect(result).toMatchObject({ verdict: 'marked', metadata: { agreement: 'none' } })
    expect(result.explanation).toContain('public sample')
    expect(result.marks).toMatchObject([
      { is_public_sample: true, synthesis_id: null, licence: null },
    ])
  })

  test('is told when its licence was revoked', async () => {
    const third = await bought(server, key, { text: 'She sells sea shells by the sea shore.' })
    const { developer_id } = await server.ctx.db
      .selectFrom('syntheses')
      .select('developer_id')
      .where('id', '=', third.id)
      .executeTakeFirstOrThrow()
    await inTransaction(server.ctx.db, (tx) =>
      revokeLicence(server.ctx, tx, {
        ...{ synthesisId: third.id, developerId: developer_id, reason: 'watermark_failed' },
      }),
    )
    const { marks, explanation } = await resultOf(server, third.audio)
    expect(explanation).toMatch(/revoked/)
    expect(marks[0]!.licence).toMatchObject({
      valid: false,
      revoked_at: server.clock.now().toISOString(),
      revoked_because: expect.stringMatching(/refunded/),
    })
  })

  test('is found beside another in one file, each in its place', async () => {
    const [a, b] = [pcmOf(first.audio), pcmOf(second.audio)]
    const gap = silence(0.5, a.sampleRateHz)
    const { marks } = await resultOf(server, encodeWav(concatenate([a, gap, b])))
    expect(marks.map((mark) => mark.synthesis_id)).toEqual([first.id, second.id])
    const border = seconds(a) + 0.25
    expect(marks[0]!.spans.at(-1)!.end_seconds).toBeLessThan(border + 0.7)
    expect(marks[1]!.spans[0]!.start_seconds).toBeGreaterThan(border - 0.7)
  })

  test('is found late in a long file', async () => {
    const pause = { samples: unmarked.samples.slice(0, 24_000 * 3), sampleRateHz: 24_000 }
    const long = concatenate([...Array.from({ length: 21 }, () => pause), pcmOf(first.audio)])
    const { marks } = await resultOf(server, encodeWav(long))
    expect(marks.map((mark) => mark.synthesis_id)).toEqual([first.id])
    expect(Math.abs(marks[0]!.spans[0]!.start_seconds - 63)).toBeLessThan(0.8)
  })
})

describeWithFfmpeg('a synthesis of ours that was encoded again', () => {
  const changes: [string, string, string[]][] = [
    ['mp3', 'mp3', ['-b:a', '64k']],
    ['opus', 'opus', ['-b:a', '24k']],
    ['webm', 'webm', ['-c:a', 'libopus', '-b:a', '32k']],
    ['m4a in stereo', 'm4a', ['-b:a', '96k', '-ac', '2', '-ar', '44100']],
    ['ogg', 'ogg', ['-c:a', 'libvorbis']],
    ['flac', 'flac', ['-ar', '48000']],
  ]
  test.each(changes)('as %s is told', async (_, extension, args) => {
    const { marks, verdict } = await resultOf(server, made(first.audio, extension, args))
    expect(verdict).toBe('marked')
    expect(marks.map((mark) => mark.synthesis_id)).toEqual([first.id])
  })

  test('and cut off is told by what is left, and called damaged', async () => {
    const flac = made(first.audio, 'flac', [])
    const { marks, audio } = await resultOf(server, flac.subarray(0, flac.length * 0.6))
    expect(marks.map((mark) => mark.synthesis_id)).toEqual([first.id])
    expect(audio.damaged).toBe(true)
  })
})

describe('audio that is not ours', () => {
  test('is not marked', async () => {
    const { verdict, marks, metadata } = await resultOf(server, encodeWav(unmarked))
    expect({ verdict, marks }).toEqual({ verdict: 'not_marked', marks: [] })
    expect(metadata).toMatchObject({ licence_id: null, agreement: 'none' })
  })

  test('but says it is, is not believed', async () => {
    const { metadata: own } = await resultOf(server, first.audio)
    const comment = `AI-generated speech. Licence ${own.licence_id} for podcast.`
    const wav = encodeWav(unmarked, { info: { comment } })
    const { verdict, metadata } = await resultOf(server, wav)
    expect(verdict).toBe('not_marked')
    expect(metadata).toMatchObject({ ai_generated: true, agreement: 'unsupported' })
  })

  test('cannot be told where there is hardly any sound', async () => {
    const { verdict, explanation } = await resultOf(server, encodeWav(silence(4, 16_000)))
    expect(verdict).toBe('inconclusive')
    expect(explanation).toMatch(/too little sound/)
  })
})

describe('what cannot be examined is refused:', () => {
  test.each([
    ['text', Buffer.from('This is not audio. '.repeat(100))],
    ['nothing', Buffer.alloc(0)],
    ['a playlist', Buffer.from('#EXTM3U\nhttp://127.0.0.1/a.mp3\nfile:///etc/passwd\n')],
    ['a header without sound', encodeWav(silence(1, 16_000)).subarray(0, 44)],
  ])('%s', async (_, bytes) => {
    await expectProblem(await sendAudio(server, bytes), 'validation_failed')
  })

  test('a form without a file', async () => {
    const answer = await fetch(`${server.url}/v1/compliance/audio`, {
      ...{ method: 'POST', body: new FormData() },
    })
    await expectProblem(answer, 'validation_failed')
  })

  test('more than an hour', async () => {
    const hours = encodeWav(silence(3_602, 8_000))
    const problem = await expectProblem(await sendAudio(server, hours), 'validation_failed')
    expect(problem.error).toMatch(/60 minutes/)
  })

  test('a byte over 100 MB', async () => {
    const large = Buffer.alloc(100 * 2 ** 20 + 1)
    large.set(encodeWav(resample(unmarked, 24_000)))
    await expectProblem(await sendAudio(server, large), 'payload_too_large')
  })
})
