import { type ConsentEntry, hashConsentEntry } from '@viva-voce/contract'
import { expect, test } from 'vitest'
import { checkChain } from './chain-check.ts'

/** A true list of grants and revocations, newest first as the server gives it. */
async function listOf(count: number): Promise<ConsentEntry[]> {
  const entries: ConsentEntry[] = []
  for (let sequence = 1; sequence <= count; sequence++) {
    const entry = {
      talent_id: `tal_${'0'.repeat(26)}`,
      sequence,
      action: sequence % 2 ? ('granted' as const) : ('revoked' as const),
      actor_type: 'talent' as const,
      actor_id: `usr_${'0'.repeat(26)}`,
      ip: '127.0.0.1',
      ts_ms: 1_763_700_000_000 + sequence,
      consent_version: '2026-11-21',
      previous_hash: entries[0]?.hash ?? null,
    }
    entries.unshift({ ...entry, hash: await hashConsentEntry(entry) })
  }
  return entries
}

test('a whole list that nobody has touched is verified', async () => {
  expect(await checkChain(await listOf(5))).toEqual({ kind: 'whole', count: 5 })
  expect(await checkChain([])).toEqual({ kind: 'whole', count: 0 })
})

test('the newest entries alone are said to be a part', async () => {
  const list = await listOf(5)
  expect(await checkChain(list.slice(0, 3))).toEqual({ kind: 'part', count: 3, total: 5 })
})

test.each([
  ['another time', { ts_ms: 1 }],
  ['another action', { action: 'revoked' as const }],
  ['another address', { ip: '10.0.0.1' }],
])('an entry with %s is found, in the whole list and in a part of it', async (_, change) => {
  const list = await listOf(5)
  const changed = list.map((entry) => (entry.sequence === 3 ? { ...entry, ...change } : entry))
  expect(await checkChain(changed)).toEqual({ kind: 'changed', sequence: 3 })
  expect(await checkChain(changed.slice(0, 3))).toEqual({ kind: 'changed', sequence: 3 })
})

test('an entry that is missing in the middle is found', async () => {
  const list = await listOf(5)
  const gap = list.filter((entry) => entry.sequence !== 3)
  expect((await checkChain(gap)).kind).toBe('changed')
  expect(await checkChain(gap.slice(0, 3))).toEqual({ kind: 'changed', sequence: 4 })
})
