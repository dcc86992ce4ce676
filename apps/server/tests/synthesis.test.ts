import { createHash } from 'node:crypto'
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { decodeWav, encodeWav } from '@viva-voce/audio'
import { escrow as escrowSchema, licenceCheck } from '@viva-voce/contract'
import { findCatalogueVoice, speakWhole } from '@viva-voce/speech'
import { embed } from '@viva-voce/watermark'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findingsOf } from '../src/domains/escrows/findings.ts'
import { verify } from '../src/domains/syntheses/verify.ts'
import { deriveKey } from '../src/kit/seal.ts'
import { auditBooks, balances } from './setup/ledger.ts'
import { ordinary, signUpWithKey, synthesize } from './setup/people.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'
import { waitFor } from './setup/wait.ts'

const dayMs = 24 * 60 * 60 * 1000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function readEscrow(key: string, paymentIntentId: string) {
  const answer = await fetch(`${server.url}/v1/escrow/${paymentIntentId}`, {
    headers: { 'x-api-key': key },
  })
  expect(answer.status).toBe(200)
  return escrowSchema.parse(await answer.json())
}

async function verified(key: string, paymentIntentId: string) {
  return waitFor('the verification', async () => {
    const escrow = await readEscrow(key, paymentIntentId)
    return escrow.verification.watermark === 'pending' ? null : escrow
  })
}

describe('a synthesis', () => {
  test('is spoken, marked, licensed, held, checked and released after seven days', async () => {
    const dev = await signUpWithKey(server)
    const answer = await synthesize(server, dev.key)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('audio/wav')

    const audio = new Uint8Array(await answer.arrayBuffer())
    const { pcm, info } = decodeWav(audio)
    const seconds = pcm.samples.length / pcm.sampleRateHz
    expect(seconds).toBeGreaterThan(1.5)
    expect(Number(answer.headers.get('x-audio-seconds'))).toBeCloseTo(seconds, 2)
    expect(info.comment).toMatch(/AI-generated.*lic_/)

    const paymentIntentId = answer.headers.get('x-payment-intent-id')!
    const first = await readEscrow(dev.key, paymentIntentId)
    expect(first.state).toBe('PENDING')
    expect(first.verification.can_release).toBe(false)

    const checked = await verified(dev.key, paymentIntentId)
    expect(checked.verification).toMatchObject({
      watermark: 'passed',
      deepfake: 'passed',
      can_release: false,
    })
    server.clock.advance(7 * dayMs - 60_000)
    expect((await readEscrow(dev.key, paymentIntentId)).state).toBe('PENDING')
    server.clock.advance(60_000)
    const released = await waitFor('the release', async () => {
      const escrow = await readEscrow(dev.key, paymentIntentId)
      return escrow.state === 'RELEASED' ? escrow : null
    })
    expect(released.released_at).not.toBeNull()
    await auditBooks(server)
  })

  test('posts promotion, price, VAT and release to the ledger', async () => {
    const dev = await signUpWithKey(server)
    const before = await balances(server)
    const answer = await synthesize(server, dev.key)
    const net = BigInt(Math.round(Number(answer.headers.get('x-price-eur')) * 1e6))
    const vat = BigInt(Math.round(Number(answer.headers.get('x-vat-eur')) * 1e6))
    const seconds = Number(answer.headers.get('x-audio-seconds'))
    expect(Number(net)).toBeCloseTo(seconds * 10_000, -2)
    expect(vat).toBe((net * 19n + 50n) / 100n)
    const held = await balances(server)
    expect(held.wallet! - before.wallet!).toBe(-(net + vat))
    expect(held.escrow! - (before.escrow ?? 0n)).toBe(net)
    expect(held.vat_payable! - (before.vat_payable ?? 0n)).toBe(vat)
    await verified(dev.key, answer.headers.get('x-payment-intent-id')!)
    server.clock.advance(7 * dayMs)
    const after = await waitFor('the release', async () => {
      const now = await balances(server)
      return now.escrow === 0n ? now : null
    })
    expect(after.platform_revenue! - (before.platform_revenue ?? 0n)).toBeGreaterThanOrEqual(net)
    await auditBooks(server)
  })

  test('leaves a licence that anybody can check, here or with the published key', async () => {
    const dev = await signUpWithKey(server)
    const answer = await synthesize(server, dev.key)
    const token = answer.headers.get('x-license-token')!
    const check = async (headers: Record<string, string>) => {
      const result = await fetch(`${server.url}/v1/compliance/${encodeURIComponent(token)}`, {
        headers,
      })
      return licenceCheck.parse(await result.json())
    }
    const byStranger = await check({})
    expect(byStranger).toMatchObject({
      valid: true,
      error: null,
      meta: { voice_id: ordinary.voice_id, usage: ordinary.usage, talent_id: null },
    })
    expect(byStranger.meta).not.toHaveProperty('text')
    expect((await check({ 'x-api-key': dev.key })).meta?.text).toBe(ordinary.text)
    const other = await signUpWithKey(server)
    expect((await check({ 'x-api-key': other.key })).meta).not.toHaveProperty('text')

    const keys = createRemoteJWKSet(new URL(`${server.url}/.well-known/jwks.json`))
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      currentDate: server.clock.now(),
    })
    expect(protectedHeader.alg).toBe('EdDSA')
    expect(payload).toMatchObject({ synthesis_id: answer.headers.get('x-synthesis-id') })
    expect(JSON.stringify(payload)).not.toContain('fox')
  })

  test('is there again for its developer only', async () => {
    const dev = await signUpWithKey(server)
    const answer = await synthesize(server, dev.key)
    const id = answer.headers.get('x-synthesis-id')!
    const audio = Buffer.from(await answer.arrayBuffer())
    const again = await dev.fetch(`/v1/syntheses/${id}/audio`)
    expect(Buffer.from(await again.arrayBuffer()).equals(audio)).toBe(true)
    const other = await signUpWithKey(server)
    expect((await other.fetch(`/v1/syntheses/${id}/audio`)).status).toBe(404)
    const list = (await (await dev.fetch('/v1/syntheses')).json()) as { items: { id: string }[] }
    expect(list.items.map((item) => item.id)).toEqual([id])
  })
})

describe('an idempotency key', () => {
  test('gives the same answer and charges once', async () => {
    const dev = await signUpWithKey(server)
    const first = await synthesize(server, dev.key, {}, { 'idempotency-key': 'a' })
    const second = await synthesize(server, dev.key, {}, { 'idempotency-key': 'a' })
    expect(second.status).toBe(200)
    expect(second.headers.get('x-synthesis-id')).toBe(first.headers.get('x-synthesis-id'))
    expect(second.headers.get('x-license-token')).toBe(first.headers.get('x-license-token'))
    expect(
      Buffer.from(await second.arrayBuffer()).equals(Buffer.from(await first.arrayBuffer())),
    ).toBe(true)
    const list = (await (await dev.fetch('/v1/syntheses')).json()) as { items: unknown[] }
    expect(list.items).toHaveLength(1)
  })

  test('is refused for another request', async () => {
    const dev = await signUpWithKey(server)
    await synthesize(server, dev.key, {}, { 'idempotency-key': 'b' })
    const other = await synthesize(
      server,
      dev.key,
      { text: 'Something else.' },
      { 'idempotency-key': 'b' },
    )
    expect(other.status).toBe(422)
    expect(await other.json()).toMatchObject({ code: 'idempotency_key_reused' })
  })

  test('has one effect when 16 requests come at once', async () => {
    const dev = await signUpWithKey(server)
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => synthesize(server, dev.key, {}, { 'idempotency-key': 'c' })),
    )
    const statuses = new Set(answers.map((answer) => answer.status))
    expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true)
    const ids = new Set(
      answers.map((answer) => answer.headers.get('x-synthesis-id')).filter(Boolean),
    )
    expect(ids.size).toBe(1)
    await auditBooks(server)
  })

  test('belongs to one developer', async () => {
    const [one, two] = [await signUpWithKey(server), await signUpWithKey(server)]
    const first = await synthesize(server, one.key, {}, { 'idempotency-key': 'd' })
    const second = await synthesize(
      server,
      two.key,
      { text: 'Another text.' },
      { 'idempotency-key': 'd' },
    )
    expect(second.status).toBe(200)
    expect(second.headers.get('x-synthesis-id')).not.toBe(first.headers.get('x-synthesis-id'))
  })
})

describe('a stored file that is not what was sold', () => {
  // Without a worker, so that nothing is checked before the file has been changed.
  let api: TestServer
  beforeAll(async () => {
    api = await startTestServer({}, 'api')
  })
  afterAll(() => api.close())

  const tampering: [string, (path: string, other: string) => void][] = [
    ['is swapped with another synthesis', (path, other) => copyFileSync(other, path)],
    ['is truncated', (path) => truncateSync(path, 4_000)],
    ['is no audio', (path) => writeFileSync(path, 'hello')],
    ['is silent', (path) => writeFileSync(path, readFileSync(path).fill(0, 2_000))],
    ['is gone', (path) => rmSync(path)],
  ]

  test.each(tampering)('%s: the payment is refunded and the licence revoked', async (_, tamper) => {
    const dev = await signUpWithKey(api)
    const before = await balances(api)
    const other = await synthesize(api, dev.key, { text: 'Five boxing wizards jump quickly.' })
    const sold = await synthesize(api, dev.key)
    tamper(fileOf(sold), fileOf(other))
    await verify(api.ctx, sold.headers.get('x-synthesis-id')!)
    await verify(api.ctx, other.headers.get('x-synthesis-id')!)

    const escrow = await dev.fetch(`/v1/escrow/${sold.headers.get('x-payment-intent-id')}`)
    expect(await escrow.json()).toMatchObject({
      state: 'REFUNDED',
      reason: expect.stringMatching(/^(watermark|deepfake)_failed$/),
    })
    const token = sold.headers.get('x-license-token')
    const licence = await (await fetch(`${api.url}/v1/compliance/${token}`)).json()
    expect(licence).toMatchObject({ valid: false, error: expect.stringMatching(/refunded/) })
    const paid = Number(other.headers.get('x-price-eur')) + Number(other.headers.get('x-vat-eur'))
    const after = await balances(api)
    expect(Number(before.wallet! - after.wallet!)).toBe(Math.round(paid * 1e6))
    await auditBooks(api)
  })

  const respoken: [string, { voice: string; isMarked: boolean }, string, string][] = [
    [
      'another voice with the right mark',
      { voice: 'premium_en_us_002', isMarked: true },
      'deepfake_failed',
      'voice_match',
    ],
    [
      'its own voice without the mark',
      { voice: ordinary.voice_id, isMarked: false },
      'watermark_failed',
      'watermark',
    ],
  ]

  test.each(respoken)('is %s, the row changed with it: refunded', async (_, made, reason, name) => {
    const dev = await signUpWithKey(api)
    const sold = await synthesize(api, dev.key)
    const id = sold.headers.get('x-synthesis-id')!
    const { engine, engineVoice } = findCatalogueVoice(made.voice)!
    const pcm = await speakWhole({ engine, voice: engineVoice, text: ordinary.text })
    const key = deriveKey(api.ctx.config.secretKey, 'watermark/1')
    const { number } = await api.ctx.db
      .selectFrom('syntheses')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const audio = encodeWav(
      made.isMarked ? embed(pcm, { payload: Number(number), key, keyVersion: 1 }).pcm : pcm,
    )
    writeFileSync(fileOf(sold), audio)
    // Whoever can write to the database as well: length and checksum agree with the file.
    await api.ctx.db
      .updateTable('syntheses')
      .set({
        sample_count: BigInt(pcm.samples.length),
        audio_sha256: createHash('sha256').update(audio).digest(),
      })
      .where('id', '=', id)
      .execute()
    await verify(api.ctx, id)
    const answer = await dev.fetch(`/v1/escrow/${sold.headers.get('x-payment-intent-id')}`)
    expect(await answer.json()).toMatchObject({
      state: 'REFUNDED',
      reason,
      verification: { findings: null },
    })
    const row = await api.ctx.db
      .selectFrom('escrows')
      .select('findings')
      .where('synthesis_id', '=', id)
      .executeTakeFirstOrThrow()
    const failed = findingsOf(row)!.filter(({ passed }) => !passed)
    expect(failed).toMatchObject([{ name, explanation: expect.stringMatching(/\.$/) }])
    await auditBooks(api)
  })

  test('checking twice changes nothing', async () => {
    const dev = await signUpWithKey(api)
    const sold = await synthesize(api, dev.key)
    const id = sold.headers.get('x-synthesis-id')!
    await Promise.all([verify(api.ctx, id), verify(api.ctx, id)])
    rmSync(fileOf(sold))
    await verify(api.ctx, id)
    const escrow = await dev.fetch(`/v1/escrow/${sold.headers.get('x-payment-intent-id')}`)
    expect(await escrow.json()).toMatchObject({
      state: 'PENDING',
      verification: { watermark: 'passed', deepfake: 'passed' },
    })
  })

  function fileOf(answer: Response): string {
    const id = answer.headers.get('x-synthesis-id')!
    const folder = join(api.dataDir, 'objects')
    const found = readdirSync(folder, { recursive: true }).find((name) => String(name).includes(id))
    return join(folder, String(found))
  }
})
