import { z } from 'zod'
import { ids } from './common.ts'

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)

/** An entry of a talent's consent audit. Everything but `hash` is hashed, so whoever has the list can check it. */
export const consentEntry = z.object({
  talent_id: ids.talent,
  /** From 1, without gaps. */
  sequence: z.int(),
  action: z.enum(['granted', 'revoked']),
  actor_type: z.enum(['talent', 'admin']),
  actor_id: ids.user,
  ip: z.string().nullable(),
  ts_ms: z.int(),
  /** Version of the text at /legal/consent.md, a date. */
  consent_version: z.string(),
  /** `hash` of the entry before; null for the first. */
  previous_hash: sha256Hex.nullable(),
  hash: sha256Hex,
})
export type ConsentEntry = z.infer<typeof consentEntry>

/** SHA-256, in hex, of an entry's fields as a JSON array in UTF-8, in the order that stands here. */
export async function hashConsentEntry(entry: Omit<ConsentEntry, 'hash'>): Promise<string> {
  const fields = [
    ...[entry.previous_hash, entry.talent_id, entry.sequence, entry.action, entry.actor_type],
    ...[entry.actor_id, entry.ip, entry.ts_ms, entry.consent_version],
  ]
  const bytes = new TextEncoder().encode(JSON.stringify(fields))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Checks a talent's whole list, in any order: that it counts up from 1, that each entry names the hash of the
 * one before, and that each hash is right. Gives the number of the first entry that is changed, missing or
 * too many; null when all is well. Entries that are missing at the end cannot be known from the list itself.
 */
export async function findChangedConsentEntry(
  entries: readonly ConsentEntry[],
): Promise<number | null> {
  const inOrder = entries.toSorted((a, b) => a.sequence - b.sequence)
  let previous: string | null = null
  for (const [index, entry] of inOrder.entries()) {
    const isNext = entry.sequence === index + 1 && entry.previous_hash === previous
    if (!isNext || (await hashConsentEntry(entry)) !== entry.hash) return index + 1
    previous = entry.hash
  }
  return null
}
