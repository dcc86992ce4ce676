import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startSandbox } from '@viva-voce/sandbox'
import { describe, expect, test } from 'vitest'
import { atServer, Browser, beginAt, comeBack, providersOf, refusalIn } from './setup/sign-in.ts'
import { startTestServer } from './setup/test-server.ts'

describe('a provider', () => {
  test('that is not set up says so', async () => {
    const bare = await startTestServer({}, 'api')
    const answer = await fetch(`${bare.url}/v1/auth/login/google`, { redirect: 'manual' })
    expect(refusalIn(answer)).toMatch(/google is not set up/)
    await bare.close()
  })

  test('that is down gives a clear sentence', async () => {
    const gone = await startSandbox()
    const lonely = await startTestServer(providersOf(gone), 'api')
    const browser = new Browser()
    const callback = await comeBack(lonely, browser, 'github', {
      email: 'newcomer@example.com',
      name: 'Newcomer',
      email_verified: 'yes',
    })
    await gone.close()
    const begun = await fetch(`${lonely.url}/v1/auth/login/google`, { redirect: 'manual' })
    expect(refusalIn(begun)).toMatch(/Google did not answer/)
    expect(refusalIn(await browser.get(atServer(lonely, callback)))).toMatch(
      /GitHub did not answer/,
    )
    await lonely.close()
  })

  test('that was down is asked again', async () => {
    let issuer = ''
    const google = await answering((reply) => {
      if (!issuer) return reply.destroy()
      const endpoints = { authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t` }
      reply.setHeader('content-type', 'application/json')
      return reply.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys`, ...endpoints }))
    })
    const lonely = await startTestServer(
      { ...providersOf(google), GOOGLE_ISSUER_URL: google.url },
      'api',
    )
    const begin = () => fetch(`${lonely.url}/v1/auth/login/google`, { redirect: 'manual' })
    expect(refusalIn(await begin())).toMatch(/Google did not answer/)
    issuer = google.url
    expect((await begin()).headers.get('location')).toMatch(`${issuer}/a?`)
    await lonely.close()
    await google.close()
  })

  test('that answers nonsense gives a clear sentence', async () => {
    const nonsense = await answering((reply) => reply.writeHead(503).end('upstream error'))
    const lonely = await startTestServer(providersOf(nonsense), 'api')
    const google = await fetch(`${lonely.url}/v1/auth/login/google`, { redirect: 'manual' })
    expect(refusalIn(google)).toMatch(/^Google/)
    const browser = new Browser()
    const url = await beginAt(lonely, browser, 'github')
    const callback = `${lonely.url}/v1/auth/callback/github?code=x&state=${url.searchParams.get('state')}`
    expect(refusalIn(await browser.get(callback))).toMatch(/^GitHub/)
    await lonely.close()
    await nonsense.close()
  })
})

/** A provider's server that answers everything in one way. */
async function answering(answer: (reply: ServerResponse) => unknown) {
  const made = createServer((_, reply) => answer(reply))
  await new Promise<void>((listening) => made.listen(0, 'localhost', listening))
  const close = () => {
    made.closeAllConnections()
    return new Promise((closed) => made.close(closed))
  }
  return { url: `http://localhost:${(made.address() as AddressInfo).port}`, close }
}
