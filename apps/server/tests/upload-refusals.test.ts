import { spawnSync } from 'node:child_process'
import { request as httpRequest } from 'node:http'
import { encodeWav, silence } from '@viva-voce/audio'
import { describe, expect, test, vi } from 'vitest'
import { made } from '../../../packages/audio/test/ffmpeg.ts'
import { expectProblem } from './setup/problems.ts'
import { accepted, form, useUploadBench } from './setup/uploads.ts'
import { waitFor } from './setup/wait.ts'

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0
const bench = useUploadBench()
const sentence = (problem: { error: string }) => problem.error

describe('an upload is refused whole', () => {
  test('with a file of another extension', async () => {
    const problem = await bench.refused(
      form({ 'a.wav': bench.wav, 'notes.txt': bench.wav }),
      'validation_failed',
    )
    expect(sentence(problem)).toBe('notes.txt: Only .wav, .mp3, .m4a files are allowed.')
  })

  test('with a text that is called .wav, .mp3 or .m4a, whichever file it is', async () => {
    const text = new TextEncoder().encode('This is no sound. '.repeat(500))
    for (const name of ['take.wav', 'take.mp3', 'take.m4a']) {
      const problem = await bench.refused(
        form({ 'a.wav': bench.wav, [name]: text }),
        'validation_failed',
      )
      expect(sentence(problem)).toContain(name)
      const first = await bench.refused(
        form([
          [name, text],
          ['a.wav', bench.wav],
        ]),
        'validation_failed',
      )
      expect(sentence(first)).toContain(name)
    }
  })

  test('with a WAV that is called .mp3', async () => {
    const problem = await bench.refused(form({ 'take.mp3': bench.wav }), 'validation_failed')
    expect(sentence(problem)).toMatch(/^take\.mp3: This is no \.mp3 file/)
  })

  test('with an empty file, and one without sound', async () => {
    const none = await bench.refused(form({ 'none.wav': new Uint8Array(0) }), 'validation_failed')
    expect(sentence(none)).toMatch(/^none\.wav: /)
    const mute = encodeWav({ samples: new Float32Array(0), sampleRateHz: 24_000 })
    expect(sentence(await bench.refused(form({ 'mute.wav': mute }), 'validation_failed'))).toMatch(
      /^mute/,
    )
  })

  test('with 21 files', async () => {
    const short = encodeWav({ ...bench.speech, samples: bench.speech.samples.subarray(0, 12_000) })
    const names = Array.from(
      { length: 21 },
      (_, n) => [`${n + 1}.wav`, short] as [string, Uint8Array],
    )
    const problem = await bench.refused(form(names), 'validation_failed')
    expect(sentence(problem)).toBe('At most 20 files can be uploaded at a time.')
  })

  test('with a file over 20 MB', async () => {
    const big = Buffer.alloc(20 * 2 ** 20 + 1)
    const problem = await bench.refused(
      form({ 'a.wav': bench.wav, 'big.wav': big }),
      'payload_too_large',
    )
    expect(sentence(problem)).toBe('big.wav: A file may hold at most 20 MB.')
  })

  test('with a file over ten minutes', async () => {
    const long = encodeWav(silence(601, 8_000))
    const problem = await bench.refused(form({ 'long.wav': long }), 'validation_failed')
    expect(sentence(problem)).toBe('long.wav: A file may last at most 10 minutes.')
  })

  test('with a cut WAV', async () => {
    const cut = bench.wav.subarray(0, bench.wav.length - 1_001)
    const problem = await bench.refused(form({ 'cut.wav': cut }), 'validation_failed')
    expect(sentence(problem)).toMatch(/^cut\.wav: This file is damaged or cut off/)
  })

  test.skipIf(!hasFfmpeg)('with a cut MP3 or M4A', async () => {
    for (const extension of ['mp3', 'm4a']) {
      const whole = made(bench.wav, extension, ['-b:a', '64k'])
      const name = `cut.${extension}`
      const cut = whole.subarray(0, Math.floor(0.7 * whole.length))
      const problem = await bench.refused(
        form({ 'a.wav': bench.wav, [name]: cut }),
        'validation_failed',
      )
      expect(sentence(problem)).toContain(`${name}: This file is damaged or cut off`)
    }
  })

  test.each([
    [{ voice_name: '' }, 'Please enter a voice name'],
    [{ voice_name: '   ' }, 'Please enter a voice name'],
    [{ locale: '!!' }, 'Please choose a valid language'],
  ])('with %j', async (fields, expected) => {
    const problem = await bench.refused(form({ 'a.wav': bench.wav }, fields), 'validation_failed')
    expect(sentence(problem)).toBe(expected)
  })

  test('with an unknown category, or a voice name too long', async () => {
    await bench.refused(form({ 'a.wav': bench.wav }, { category: 'opera' }), 'validation_failed')
    await bench.refused(
      form({ 'a.wav': bench.wav }, { voice_name: 'x'.repeat(121) }),
      'validation_failed',
    )
  })

  test('without a voice name or files', async () => {
    const nameless = new FormData()
    nameless.append('files', new Blob([Buffer.from(bench.wav)]), 'a.wav')
    const first = await bench.refused(nameless, 'validation_failed')
    expect(sentence(first)).toBe('Please enter a voice name')
    const second = await bench.refused(form({}), 'validation_failed')
    expect(sentence(second)).toBe('Please add at least one audio file')
    const chosenNone = form([['', new Uint8Array(0)]])
    const third = await bench.refused(chosenNone, 'validation_failed')
    expect(sentence(third)).toBe('Please add at least one audio file')
  })

  test('when it is no form', async () => {
    const headers = { 'content-type': 'application/json' }
    await bench.refused('{}', 'unsupported_media_type', { headers })
    const broken = { 'content-type': 'multipart/form-data' }
    await bench.refused('x', 'invalid_request', { headers: broken })
  })

  test('while another one of the talent is running', async () => {
    const answers = await Promise.all([
      bench.send(form({ 'a.wav': bench.wav })),
      bench.send(form({ 'b.wav': bench.wav })),
      bench.send(form({ 'c.wav': bench.wav }), { by: bench.other }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409])
    const late = answers.find(({ status }) => status === 409)!
    expect(sentence(await expectProblem(late, 'request_in_progress'))).toMatch(/still running/)
  })

  test('when the body is over the limit of all files, before it is read', async () => {
    const tooMuch = String(402 * 2 ** 20)
    const path = `${bench.server.url}/v1/talent/${bench.ida.talentId}/upload`
    const headers = {
      ...{ cookie: bench.ida.cookie, 'x-csrf-token': bench.ida.csrf, 'content-length': tooMuch },
      'content-type': 'multipart/form-data; boundary=b',
    }
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sender = httpRequest(path, { method: 'POST', headers }, (answer) => {
        resolve(answer.statusCode)
        sender.destroy()
      })
      sender.on('error', reject)
      sender.flushHeaders()
    })
    expect(status).toBe(413)
  })

  test('when the sender goes away in the middle', async () => {
    const before = await bench.kept()
    const head = '--b\r\ncontent-disposition: form-data; name="files"; filename="a.wav"\r\n\r\n'
    const sender = httpRequest(`${bench.server.url}/v1/talent/${bench.ida.talentId}/upload`, {
      method: 'POST',
      headers: {
        ...{ cookie: bench.ida.cookie, 'x-csrf-token': bench.ida.csrf },
        'content-type': 'multipart/form-data; boundary=b',
      },
    })
    sender.on('error', () => undefined)
    sender.write(head + 'x'.repeat(100_000))
    await waitFor('the beginning of the file', async () => bench.filesOnTheWay()[0] ?? null)
    sender.destroy()
    await waitFor('the end of the upload', async () => (bench.filesOnTheWay()[0] ? null : true))
    expect(await bench.kept()).toEqual(before)
    await accepted(await bench.send(form({ 'a.wav': bench.wav })))
  })

  test('when the rows cannot be written', async () => {
    const before = await bench.kept()
    const { db } = bench.server.ctx
    const spy = vi.spyOn(db, 'transaction').mockImplementation(() => {
      throw new Error('the database is gone')
    })
    const answer = await bench.send(form({ 'a.wav': bench.wav }))
    spy.mockRestore()
    await expectProblem(answer, 'internal')
    expect(await bench.kept()).toEqual(before)
  })
})
