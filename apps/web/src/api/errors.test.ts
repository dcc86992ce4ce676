import { expect, test } from 'vitest'
import { ApiError, readRefusal, sentence } from './errors.ts'

const problem = {
  type: '/docs/errors#insufficient_funds',
  title: 'The wallet balance is too low',
  status: 402,
  detail: 'detail',
  error: 'Your wallet holds €0.00; this needs €0.01.',
  code: 'insufficient_funds',
  request_id: 'req_1',
  price_eur: 0.0132,
}

test("the server's own sentence is shown", async () => {
  const refusal = await readRefusal(Response.json(problem, { status: 402 }))
  expect(refusal.message).toBe(problem.error)
  expect(refusal.problem?.price_eur).toBe(0.0132)
  expect(sentence(refusal, 'synthesize')).toBe(problem.error)
})

test.each([
  ['an HTML page', '<h1>Bad gateway</h1>'],
  ['JSON of another shape', '{"message":"no"}'],
  ['nothing', ''],
])('without a sentence, as in %s, status and status text are shown', async (_, body) => {
  const refusal = await readRefusal(new Response(body, { status: 502, statusText: 'Bad Gateway' }))
  expect(refusal.message).toBe('API request failed: 502 Bad Gateway')
})

test.each([
  ['call', 'API request failed: 503 Service Unavailable'],
  ['voices', 'API request failed: 503 Service Unavailable'],
  ['synthesize', 'Synthesize failed: 503'],
] as const)('%s words a refusal without a sentence', (action, words) => {
  expect(sentence(new ApiError(503, 'Service Unavailable', null), action)).toBe(words)
})

test.each([
  ['call', 'The server cannot be reached. Please try again in a moment.'],
  ['synthesize', 'Failed to synthesize'],
  ['voices', 'Failed to load voices'],
  ['escrow', 'Failed to fetch escrow status'],
  ['licence', 'Failed to validate JWT token'],
] as const)('%s words a failed connection', (action, words) => {
  expect(sentence(new TypeError('fetch failed'), action)).toBe(words)
})
