import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { encodeWav, silence } from '@viva-voce/audio'
import type { TalentVoice, Voice } from '@viva-voce/contract'
import { describe, expect, test } from 'vitest'
import { made } from '../../../packages/audio/test/ffmpeg.ts'
import { signUp, signUpWithKey, synthesize } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import {
  accepted,
  adminEmail,
  form,
  readText,
  samplesOf,
  type Uploaded,
  useUploadBench,
} from './setup/uploads.ts'

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0
const bench = useUploadBench()

describe('an upload', () => {
  test('keeps the files as they were sent, and makes a voice that its talent sees', async () => {
    const body = form({ '01.wav': bench.wav, 'Zweite Übung.WAV': bench.wav }, { locale: 'de-de' })
    const { voice_id, file_count, quality } = await accepted(await bench.send(body))
    expect(voice_id).toMatch(/^voice_[0-9a-f]{20}$/)
    expect(file_count).toBe(2)
    expect(quality.problems).toEqual([])
    expect(quality.passed).toBe(true)
    expect(quality.speech_seconds).toBeGreaterThan(20)
    const samples = await samplesOf(bench.server, voice_id)
    expect(samples.map((sample) => sample.file_name)).toEqual(['01.wav', 'Zweite Übung.WAV'])
    for (const sample of samples) {
      const stored = await bench.server.ctx.objects.get(sample.object_key)
      expect(stored.equals(bench.wav)).toBe(true)
      expect(sample.sha256).toEqual(createHash('sha256').update(bench.wav).digest())
      expect(sample).toMatchObject({ container: 'wav', codec: 'pcm_s16le', channels: 1 })
      expect(sample.seconds).toBeCloseTo(bench.speech.samples.length / bench.speech.sampleRateHz, 2)
    }
    const answer = await bench.ida.fetch(`/v1/talent/${bench.ida.talentId}/voices`)
    const { voices } = (await answer.json()) as { voices: TalentVoice[] }
    expect(voices.find((voice) => voice.voice_id === voice_id)).toMatchObject({
      ...{ name: 'My voice', locale: 'de-DE', category: 'general', status: 'uploaded' },
      ...{ file_count: 2, total_size_bytes: 2 * bench.wav.length, quality },
    })
  })

  test('speaks English in general by default, and takes the fields after the files', async () => {
    const data = new FormData()
    data.append('files', new Blob([Buffer.from(bench.wav)]), 'a.wav')
    data.append('voice_name', ' After ')
    const { voice_id } = await accepted(await bench.send(data))
    const answer = await bench.ida.fetch(`/v1/voices/${voice_id}`)
    expect(await answer.json()).toMatchObject({
      ...{ name: 'After', locale: 'en-US', category: 'general', tier: 'custom' },
      talent_id: bench.ida.talentId,
    })
  })

  test.skipIf(!hasFfmpeg)('takes MP3 and M4A', async () => {
    const mp3 = made(bench.wav, 'mp3', ['-b:a', '64k'])
    const m4a = made(bench.wav, 'm4a', ['-b:a', '64k', '-ac', '2', '-ar', '44100'])
    const body = form({ 'a.mp3': mp3, 'b.m4a': m4a })
    const { voice_id, quality } = await accepted(await bench.send(body))
    expect(quality.problems).toEqual([])
    expect(await samplesOf(bench.server, voice_id)).toMatchObject([
      { container: 'mp3', codec: 'mp3', channels: 1 },
      { container: 'mp4', codec: 'aac', channels: 2, sample_rate_hz: 44_100 },
    ])
  })

  test('takes 20 files, and a file of 20 MB', async () => {
    const short = encodeWav({ ...bench.speech, samples: bench.speech.samples.subarray(0, 12_000) })
    const names = Array.from(
      { length: 20 },
      (_, n) => [`${n + 1}.wav`, short] as [string, Uint8Array],
    )
    const { voice_id, file_count } = await accepted(await bench.send(form(names)))
    expect(file_count).toBe(20)
    const positions = (await samplesOf(bench.server, voice_id)).map(({ position }) => position)
    expect(positions).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    const full = encodeWav(silence((20 * 2 ** 20 - 44) / 2 / 24_000, 24_000))
    expect(full.length).toBe(20 * 2 ** 20)
    await accepted(await bench.send(form({ 'full.wav': full })))
  })

  test('makes names safe', async () => {
    const names: [string, Uint8Array][] = [
      ['../../../etc/passwd.wav', bench.wav],
      ['..\\..\\boot.wav', bench.wav],
      ['a;rm -rf $HOME.wav', bench.wav],
    ]
    const { voice_id } = await accepted(await bench.send(form(names)))
    const samples = await samplesOf(bench.server, voice_id)
    expect(samples.map((sample) => sample.file_name)).toEqual([
      'passwd.wav',
      'boot.wav',
      'a_rm -rf _HOME.wav',
    ])
    for (const { object_key } of samples) {
      expect(object_key).toMatch(new RegExp(`^voices/${voice_id}/smp_[0-9a-z]{26}\\.wav$`))
    }
  })
})

describe('uploads of others', () => {
  test('are refused, and leave nothing', async () => {
    await bench.refused(form({ 'a.wav': bench.wav }), 'not_found', {
      by: bench.other,
      to: bench.ida.talentId,
    })
    await bench.refused(form({ 'a.wav': bench.wav }), 'not_found', {
      by: bench.ida,
      to: `tal_${'0'.repeat(26)}`,
    })
    const headers = { 'x-csrf-token': 'wrong' }
    await bench.refused(form({ 'a.wav': bench.wav }), 'csrf_mismatch', { headers })
    const dev = await signUp(bench.server, 'developer')
    const by = { ...dev, talentId: bench.ida.talentId }
    await bench.refused(form({ 'a.wav': bench.wav }), 'forbidden', { by })
  })

  test('by an administrator are for the talent', async () => {
    const admin = await signUp(bench.server, 'admin', adminEmail)
    const by = { ...admin, talentId: bench.ida.talentId }
    const { voice_id } = await accepted(await bench.send(form({ 'a.wav': bench.wav }), { by }))
    const voice = (await (await bench.ida.fetch(`/v1/voices/${voice_id}`)).json()) as Voice
    expect(voice.talent_id).toBe(bench.ida.talentId)
  })

  test('show their voices to nobody else', async () => {
    const { voice_id } = await accepted(await bench.send(form({ 'a.wav': bench.wav })))
    await expectProblem(
      await bench.other.fetch(`/v1/talent/${bench.ida.talentId}/voices`),
      'not_found',
    )
    const admin = await signUp(bench.server, 'admin', adminEmail)
    const path = `/v1/voices/${voice_id}`
    for (const person of [bench.ida, admin]) {
      const answer = await person.fetch(path)
      expect(await answer.json()).toMatchObject({ voice_id, status: 'uploaded' })
    }
    await expectProblem(await bench.other.fetch(path), 'not_found')
    await expectProblem(await fetch(bench.server.url + path), 'not_found')
    const { key } = await signUpWithKey(bench.server)
    await expectProblem(
      await fetch(bench.server.url + path, { headers: { 'x-api-key': key } }),
      'not_found',
    )
    await expectProblem(await synthesize(bench.server, key, { voice_id }), 'voice_not_ready')
    const listed = await (await fetch(`${bench.server.url}/v1/voices?limit=100`)).text()
    expect(listed).not.toContain(voice_id)
  })
})

describe('the report of an upload', () => {
  const codes = ({ quality }: Uploaded) =>
    quality.problems.map(({ code, file }) => `${file ?? 'all'} ${code}`)

  test('says what is wrong with each file, and is kept', async () => {
    const noisy = encodeWav({
      ...bench.speech,
      samples: bench.speech.samples.map((value, n) => value + 0.05 * Math.sin(n * n)),
    })
    const quiet = encodeWav(silence(2, 24_000))
    const body = form({ 'noisy.wav': noisy, 'quiet.wav': quiet, 'good.wav': bench.wav })
    const uploaded = await accepted(await bench.send(body))
    expect(codes(uploaded)).toEqual(['noisy.wav noisy', 'quiet.wav too_quiet'])
    expect(uploaded.quality.passed).toBe(false)
    for (const { message } of uploaded.quality.problems) expect(message).toMatch(/\. .+\.$/)
    const [first] = await samplesOf(bench.server, uploaded.voice_id)
    expect(first!.quality).toMatchObject({ problems: [{ code: 'noisy' }] })
  })

  test('says when there is too little speech', async () => {
    const short = encodeWav({ ...bench.speech, samples: bench.speech.samples.subarray(0, 72_000) })
    const uploaded = await accepted(await bench.send(form({ 'short.wav': short })))
    expect(codes(uploaded)).toEqual(['all too_little_speech'])
  })

  test('finds our own watermark', async () => {
    const { key } = await signUpWithKey(bench.server)
    const spoken = await synthesize(bench.server, key, { text: readText, usage: 'demo' })
    const marked = new Uint8Array(await spoken.arrayBuffer())
    const uploaded = await accepted(
      await bench.send(form({ 'marked.wav': marked, 'own.wav': bench.wav })),
    )
    expect(codes(uploaded)).toEqual(['marked.wav watermarked'])
  })
})

describe('the reading script', () => {
  test('has 40 numbered sentences for a language', async () => {
    const answer = await fetch(`${bench.server.url}/v1/voices/script?locale=de-AT`)
    expect(answer.status).toBe(200)
    const { sentences } = (await answer.json()) as { sentences: { number: number; text: string }[] }
    expect(sentences).toHaveLength(40)
    expect(sentences[0]).toEqual({ number: 1, text: expect.stringMatching(/Zug/) })
    expect(new Set(sentences.map(({ number }) => number)).size).toBe(40)
  })

  test('is English by default, and missing where nobody has written one', async () => {
    const answer = await fetch(`${bench.server.url}/v1/voices/script`)
    expect(await answer.json()).toMatchObject({ locale: 'en-US' })
    await expectProblem(await fetch(`${bench.server.url}/v1/voices/script?locale=xx`), 'not_found')
  })
})
