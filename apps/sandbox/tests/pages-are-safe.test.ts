import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../index.ts'
import { Browser } from './browser.ts'
import { GoogleClient } from './google-client.ts'

const HOSTILE = `"><script>alert('x')</script>&`
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;'

let sandbox: Sandbox
beforeAll(async () => {
  const accounts = [{ name: HOSTILE, email: 'mallory@evil.example', emailVerified: true }]
  sandbox = await startSandbox({ accounts })
})
afterAll(() => sandbox.close())

async function chooser(): Promise<string> {
  const url = await (await GoogleClient.discover(sandbox.url)).authorizationUrl()
  const browser = new Browser()
  const end = await browser.follow(await browser.get(url.href), url.origin)
  if (!('page' in end)) throw new Error('no chooser')
  return end.page.text()
}

test('a hostile name is text, on the first page and in the chooser', async () => {
  for (const page of [await (await fetch(sandbox.url)).text(), await chooser()]) {
    expect(page).toContain(ESCAPED)
    expect(page).not.toContain('<script')
  }
})

test('the chooser says that it is not Google and names every account', async () => {
  const page = await chooser()
  expect(page).toContain('Sandbox — not Google')
  expect(page.match(/<button name="account"/g)).toHaveLength(5)
})

/** fetch does not let a test forge these two headers. */
function statusFor(method: string, path: string, headers: Record<string, string>) {
  return new Promise<number | undefined>((resolve, reject) => {
    request(new URL(path, sandbox.url), { method, headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
      .on('error', reject)
      .end()
  })
}

test('a web page elsewhere can neither post here nor lend this address a name', async () => {
  const foreign = { origin: 'https://evil.example' }
  expect(await statusFor('POST', '/clock/advance', foreign)).toBe(403)
  expect(await statusFor('GET', '/', { host: 'evil.example' })).toBe(403)
  expect(await statusFor('GET', '/healthz', {})).toBe(200)
})

test.each(['0.0.0.0', '::', '192.0.2.1', 'example.com'])(
  'it refuses to listen on %s',
  async (host) => {
    await expect(startSandbox({ host })).rejects.toThrow('on this machine only')
  },
)
