import type { ConsentEntry } from '@viva-voce/contract'
import { expect, test } from 'vitest'
import { consentState } from './consent-state.ts'

const granted = {
  action: 'granted',
  ts_ms: Date.UTC(2026, 10, 21),
  consent_version: '2026-11-21',
} as ConsentEntry
const text = (version: string) => `# Consent\n\nVersion ${version}\n\nBy granting …`

test('without an entry there is no consent, and it can only be granted', () => {
  expect(consentState(undefined, text('2026-11-21'))).toMatchObject({
    ...{ word: 'No consent yet', since: null, mayGrant: true, mayRevoke: false },
    isOutdated: false,
  })
})

test('granted for the present text, it can only be revoked', () => {
  expect(consentState(granted, text('2026-11-21'))).toMatchObject({
    ...{ word: 'Consent granted', tone: 'ok', mayGrant: false, mayRevoke: true },
    ...{ since: '2026-11-21T00:00:00.000Z', version: '2026-11-21' },
  })
})

test('granted for an earlier text, it can be granted for the new one, and revoked', () => {
  expect(consentState(granted, text('2027-03-01'))).toMatchObject({
    ...{ isOutdated: true, mayGrant: true, mayRevoke: true },
  })
  expect(consentState(granted, undefined).isOutdated).toBe(false)
})

test('revoked, it can be granted again', () => {
  expect(consentState({ ...granted, action: 'revoked' }, text('2027-03-01'))).toMatchObject({
    ...{ word: 'Consent revoked', tone: 'bad', mayGrant: true, mayRevoke: false },
  })
})
