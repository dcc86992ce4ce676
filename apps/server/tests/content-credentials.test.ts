import { audioCheck } from '@viva-voce/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithFfmpeg } from '../../../packages/audio/test/ffmpeg.ts'
import { endOf } from './setup/audio-checks.ts'
import { signUpWithKey, synthesize } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'
import { waitFor } from './setup/wait.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer({
    ...{ LIMIT_AUDIO_CHECK_PER_MINUTE: '1000', LIMIT_PUBLIC_CHECK_PER_SECOND: '100' },
  })
  key = (await signUpWithKey(server)).key
})
afterAll(() => server.close())

/** A synthesis, and the manifest that its Link header leads to, once the stream has ended for the server too. */
async function bought(body: object) {
  const answer = await synthesize(server, key, body)
  expect(answer.status).toBe(200)
  const link = /^<(?<url>[^>]+)>; rel="c2pa-manifest"$/.exec(answer.headers.get('link')!)
  const { pathname } = new URL(link!.groups!.url!)
  const manifest = await waitFor('the manifest', async () => {
    const found = await fetch(server.url + pathname)
    return found.ok ? found : null
  })
  expect(manifest.headers.get('content-type')).toBe('application/c2pa')
  const id = answer.headers.get('x-synthesis-id')!
  const audio = new Uint8Array(await answer.arrayBuffer())
  return { id, pathname, audio, manifest: new Uint8Array(await manifest.arrayBuffer()) }
}

function send(files: Record<string, Uint8Array>): Promise<Response> {
  const body = new FormData()
  for (const [name, bytes] of Object.entries(files)) {
    body.append('file', new Blob([Buffer.from(bytes)]), name)
  }
  return fetch(`${server.url}/v1/compliance/audio`, { method: 'POST', body })
}

/** What the detector makes of them, without looking for marks. */
const read = (audio: Uint8Array, manifest: Uint8Array) =>
  server.ctx.provenance.read(audio, manifest)

describeWithFfmpeg('a file that carries no manifest', () => {
  test.each([
    { format: 'opus', stream: false },
    { format: 'aac', stream: false },
    { format: 'flac', stream: false },
    { format: 'opus', stream: true },
    { format: 'wav', stream: true },
    { format: 'mp3', stream: true },
  ])('has one beside it that fits exactly it ($format, stream $stream)', async (body) => {
    const { id, audio, manifest } = await bought(body)
    const title = `Synthetic speech ${id}`
    expect(await read(audio, manifest)).toMatchObject({ isOurs: true, title, problems: [] })
    const changed = audio.slice()
    changed[audio.length - 20]! ^= 1
    expect(await read(changed, manifest)).toMatchObject({ isOurs: false, isValid: false })
  })

  test('has one that speaks of what was sold, whatever lies in the store by now', async () => {
    const { id, pathname, audio } = await bought({ format: 'flac' })
    const other = await bought({ format: 'flac', text: 'Something else was said.' })
    const { object_key } = await server.ctx.db
      .selectFrom('syntheses')
      .select('object_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await server.ctx.objects.put(object_key!, other.audio)
    const again = await fetch(server.url + pathname)
    const manifest = new Uint8Array(await again.arrayBuffer())
    expect(await read(audio, manifest)).toMatchObject({ isOurs: true })
    expect(await read(other.audio, manifest)).toMatchObject({ isOurs: false })
  })

  test('is checked with the one that is sent with it', async () => {
    const { id, audio, manifest } = await bought({ format: 'opus' })
    const credentialsOf = async (files: Record<string, Uint8Array>) => {
      const check = audioCheck.parse(await (await send(files)).json())
      return (await endOf(server, check)).result!.content_credentials
    }
    expect(await credentialsOf({ 'clip.c2pa': manifest, 'clip.ogg': audio })).toEqual({
      ...{ state: 'ours', title: `Synthetic speech ${id}`, generator: 'Viva Voce' },
      digital_source_type: 'trainedAlgorithmicMedia',
    })
    const cut = audio.subarray(0, audio.length - 20)
    const broken = await credentialsOf({ 'clip.ogg': cut, 'clip.c2pa': manifest })
    expect(broken).toMatchObject({ state: 'broken' })
  })
})

test('the manifest tells strangers neither the text nor who bought it', async () => {
  const { manifest } = await bought({ format: 'wav', text: 'The birch canoe slid.' })
  expect(Buffer.from(manifest).toString('latin1')).not.toMatch(/birch|dev_|pi_|eyJ/)
})

test('there is none for what is not finished, or was never begun', async () => {
  const path = '/v1/syntheses/syn_01k9abcdefghjkmnpqrstvwxyz/content-credentials'
  await expectProblem(await fetch(server.url + path), 'not_found')
})

test('two audio files, or a manifest alone, are refused with a sentence', async () => {
  const { audio, manifest } = await bought({})
  const two = await send({ 'a.wav': audio, 'b.wav': audio })
  await expectProblem(two, 'validation_failed')
  await expectProblem(await send({ 'a.c2pa': manifest }), 'validation_failed')
})
