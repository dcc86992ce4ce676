import { createHmac, randomBytes } from 'node:crypto'
import { type LicenceCheck, licenceCheck } from '@viva-voce/contract'
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUpWithKey, synthesize } from './setup/people.ts'
import { expectProblem } from './setup/problems.ts'
import { startTestServer, type TestServer } from './setup/test-server.ts'

const audience = 'viva-voce:licence'

let server: TestServer
let key: string
let token: string
beforeAll(async () => {
  server = await startTestServer({}, 'api')
  key = (await signUpWithKey(server)).key
  token = await sell()
})
afterAll(() => server.close())

async function sell(): Promise<string> {
  const answer = await synthesize(server, key, { usage: 'demo' })
  return answer.headers.get('x-license-token')!
}

async function check(candidate: string): Promise<LicenceCheck> {
  const answer = await fetch(`${server.url}/v1/compliance/${encodeURIComponent(candidate)}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return licenceCheck.strict().parse(await answer.json())
}

async function expectInvalid(candidate: string, error: RegExp): Promise<void> {
  expect(await check(candidate)).toEqual({
    valid: false,
    error: expect.stringMatching(error),
    meta: null,
  })
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const partsOf = (jwt: string) => jwt.split('.') as [string, string, string]
const headerOf = (jwt: string) =>
  JSON.parse(Buffer.from(partsOf(jwt)[0], 'base64url').toString()) as { kid: string }

async function publicKeys() {
  const answer = await fetch(`${server.url}/.well-known/jwks.json`)
  return (await answer.json()) as { keys: (Record<string, string> & { kid: string })[] }
}

/** A token that our own key signed, as no call would make it. */
async function signedByUs(change: (jwt: SignJWT) => SignJWT): Promise<string> {
  const { kid, key: ours } = await server.ctx.keyring.signing(server.ctx.db)
  const jwt = new SignJWT({ synthesis_id: 'syn_x' })
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setAudience(audience)
    .setIssuedAt(server.clock.now())
  return change(jwt).sign(ours)
}

test('a licence that was sold is valid', async () => {
  expect(await check(token)).toMatchObject({ valid: true, error: null, meta: { usage: 'demo' } })
})

describe('a token is invalid and never an error of ours:', () => {
  test.each([
    ...['garbage', '...', 'a.b.c', 'null', '{}', '0', '%', ' ', '\u0000', '😀', '../me'],
    ...['eyJhbGciOiJFZERTQSJ9', 'eyJhbGciOiJFZERTQSJ9..', `${'e.'.repeat(4)}e`, 'x'.repeat(3_000)],
  ])('%j', async (candidate) => {
    await expectInvalid(candidate, /not a licence token|not signed by us/)
  })

  test('cut off anywhere', async () => {
    for (let length = 1; length < token.length; length += 7) {
      await expectInvalid(token.slice(0, length), /./)
    }
  })

  test('with one letter changed anywhere', async () => {
    // The last letter of the signature carries spare bits, which base64url lets differ.
    for (let place = 0; place < token.length - 1; place += 5) {
      if (token[place] === '.') continue
      const letter = token[place] === 'A' ? 'B' : 'A'
      await expectInvalid(token.slice(0, place) + letter + token.slice(place + 1), /./)
    }
  })

  test.each(['none', 'None', 'NONE', ''])('alg "%s" without a signature', async (alg) => {
    const { kid } = headerOf(token)
    const unsigned = `${encode({ alg, kid })}.${partsOf(token)[1]}.`
    await expectInvalid(unsigned, /not a licence token/)
  })

  test('HS256 with the public key as the secret', async () => {
    const [jwk] = (await publicKeys()).keys
    for (const secret of [Buffer.from(jwk!.x!, 'base64url'), jwk!.x!, JSON.stringify(jwk)]) {
      const body = `${encode({ alg: 'HS256', kid: jwk!.kid })}.${partsOf(token)[1]}`
      const forged = `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
      await expectInvalid(forged, /not a licence token/)
    }
  })

  test("another key, under its own name or ours, or in the token's own header", async () => {
    const { privateKey, publicKey } = await generateKeyPair('EdDSA')
    const jwk = await exportJWK(publicKey)
    const { kid } = headerOf(token)
    for (const header of [
      { kid: randomBytes(9).toString('base64url') },
      {},
      { jwk },
      { kid, jwk },
    ]) {
      const forged = await new SignJWT({})
        .setProtectedHeader({ alg: 'EdDSA', ...header })
        .setAudience(audience)
        .setJti('lic_x')
        .setIssuedAt(server.clock.now())
        .sign(privateKey)
      await expectInvalid(forged, /not signed by us|signature of this licence is wrong/)
    }
  })

  test.each([7, null, {}, [], '', '\u0000', 'x'.repeat(2_000), "' or true --"])(
    'the key name %j',
    async (kid) => {
      const [, payload, signature] = partsOf(token)
      await expectInvalid(`${encode({ alg: 'EdDSA', kid })}.${payload}.${signature}`, /./)
    },
  )

  test('signed by us, but expired, not yet valid, for others, unknown or without an id', async () => {
    const seconds = Math.floor(server.clock.now().getTime() / 1_000)
    const cases: [RegExp, (jwt: SignJWT) => SignJWT][] = [
      [/has expired/, (jwt) => jwt.setJti('lic_x').setExpirationTime(seconds - 1)],
      [/not a licence token/, (jwt) => jwt.setJti('lic_x').setNotBefore(seconds + 60)],
      [/not a licence token/, (jwt) => jwt.setJti('lic_x').setAudience('somebody else')],
      [/not known here/, (jwt) => jwt.setJti('lic_x')],
      [/not a licence token/, (jwt) => jwt],
    ]
    for (const [error, change] of cases) await expectInvalid(await signedByUs(change), error)
  })

  test('a token of 10 kB', async () => {
    for (const long of ['x'.repeat(10_000), `${token}${'A'.repeat(10_000)}`]) {
      const answer = await fetch(`${server.url}/v1/compliance/${long}`)
      await expectProblem(answer, 'not_found')
    }
  })
})

describe('a key that is replaced', () => {
  test('still verifies what it signed, beside the new one', async () => {
    const before = await sell()
    const kid = await server.ctx.keyring.rotate(server.ctx.db)
    const after = await sell()
    expect(headerOf(after).kid).toBe(kid)
    expect(headerOf(before).kid).not.toBe(kid)
    const published = await publicKeys()
    const kids = published.keys.map((jwk) => jwk.kid)
    expect(kids).toEqual(expect.arrayContaining([headerOf(before).kid, kid]))
    expect(new Set(kids).size).toBe(kids.length)
    for (const jwt of [token, before, after]) {
      expect((await check(jwt)).valid).toBe(true)
      const options = { audience, currentDate: server.clock.now() }
      await jwtVerify(jwt, createLocalJWKSet(published), options)
    }
  })

  test('is published without its private half', async () => {
    for (const jwk of (await publicKeys()).keys) {
      expect(Object.keys(jwk).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    }
    const rows = await server.ctx.db.selectFrom('signing_keys').selectAll().execute()
    for (const row of rows) {
      expect(row.private_jwk_sealed.toString('latin1')).not.toMatch(/"d"|kty/)
    }
  })
})

test('first calls at the same moment make one key', async () => {
  const fresh = await startTestServer({}, 'api')
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => fetch(`${fresh.url}/.well-known/jwks.json`)),
  )
  const kids = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { keys: { kid: string }[] }).keys),
  )
  expect(new Set(kids.flat().map(({ kid }) => kid)).size).toBe(1)
  await fresh.close()
})
