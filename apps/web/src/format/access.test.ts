import { routes } from '@viva-voce/contract'
import { expect, test } from 'vitest'
import { documentedPath, whoMayCall } from './access.ts'

test.each([
  ['getStatus', 'Anyone'],
  ['getMe', 'Anyone signed in (session)'],
  ['synthesize', 'Developer (session or API key, CSRF token with a session)'],
  ['listKeys', 'Developer (session)'],
] as const)('%s may be called by: %s', (name, words) => {
  expect(whoMayCall(routes[name])).toBe(words)
})

test('parameters are written in braces', () => {
  expect(documentedPath('/v1/escrow/:payment_intent_id')).toBe('/v1/escrow/{payment_intent_id}')
})
