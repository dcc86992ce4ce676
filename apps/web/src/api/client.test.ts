import { routes } from '@viva-voce/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { address, call, send, setCsrfToken } from './client.ts'
import { ApiError } from './errors.ts'

const sent = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', sent)
})

afterEach(() => {
  vi.unstubAllGlobals()
  sent.mockReset()
  setCsrfToken(null)
})

const headersOf = (n = 0) => new Headers(sent.mock.calls[n]?.[1]?.headers)

test('an address carries encoded parameters and only the query that is set', () => {
  expect(address(routes.checkLicence, { token: 'a/b c' })).toBe('/v1/compliance/a%2Fb%20c')
  expect(address(routes.listVoices, undefined, { limit: 5, tier: undefined, language: '' })).toBe(
    '/v1/voices?limit=5',
  )
})

test('an answer is parsed by the contract', async () => {
  const wallet = {
    ...{ balance_eur: 2, held_eur: 0, available_eur: 2, owed_eur: 0, currency: 'EUR' },
    ...{ low_balance_eur: 1, is_low: false, card: null },
    automatic_top_up: { enabled: false, amount_eur: null, stopped: null },
    more: 1,
  }
  sent.mockResolvedValue(Response.json(wallet))
  const { more: _, ...known } = wallet
  expect(await call('getWallet', {})).toEqual(known)
  expect(sent.mock.calls[0]?.[1]?.credentials).toBe('include')
})

test('an answer that breaks the contract is an error', async () => {
  sent.mockResolvedValue(Response.json({ balance_eur: 'two' }))
  await expect(call('getWallet', {})).rejects.toThrow()
})

test('the CSRF token goes with calls that change something, and only those', async () => {
  setCsrfToken('token-1')
  sent.mockImplementation(async () => Response.json({}))
  await call('logout', {})
  await send('getWallet', {})
  expect(headersOf(0).get('X-CSRF-Token')).toBe('token-1')
  expect(headersOf(1).has('X-CSRF-Token')).toBe(false)
})

test('own headers are added to the standard ones', async () => {
  sent.mockResolvedValue(new Response('RIFF'))
  const body = { text: 'Hello', voice_id: 'premium_en_us_001', usage: 'demo' } as const
  await send('synthesize', { body, headers: { 'Idempotency-Key': 'k1' } })
  expect(headersOf().get('Idempotency-Key')).toBe('k1')
  expect(headersOf().get('Content-Type')).toBe('application/json')
  expect(headersOf().has('X-API-Key')).toBe(false)
})

test('a refusal is thrown as ApiError', async () => {
  sent.mockResolvedValue(new Response(null, { status: 404, statusText: 'Not Found' }))
  await expect(call('getWallet', {})).rejects.toThrow(new ApiError(404, 'Not Found', null).message)
})
