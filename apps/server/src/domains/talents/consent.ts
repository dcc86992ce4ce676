import { type ConsentEntry, hashConsentEntry } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Db, Tx } from '../../kit/db.ts'
import { publish } from '../../kit/outbox.ts'
import { freezeEscrows } from '../escrows/freeze.ts'
import { documentVersion } from '../identity/legal-documents.ts'
import { voiceIdsOf } from '../voices/talent-voices.ts'
import * as store from './consent-store.ts'
import { lockTalent, setConsent } from './talent-store.ts'
import { ownTalent } from './talents.ts'

/** What a talent agrees to from now on, or does not. */
export interface ConsentChange {
  talentId: string
  consent: 'granted' | 'revoked'
  actor: Viewer
  ip: string
}

/**
 * Grants or revokes: the state, the audit entry, the held payments and the event, in one transaction.
 * Does nothing when it is so already, but for a grant of a newer text. Whoever may not act must be refused before.
 */
export async function changeConsent(ctx: Context, tx: Tx, change: ConsentChange): Promise<void> {
  const { talentId, consent } = change
  const talent = await lockTalent(tx, talentId)
  const [last] = await store.eventsOf(tx, talentId, { limit: 1 })
  const version = documentVersion('consent')
  const isNewText = consent === 'granted' && last?.consent_version !== version
  if (talent.consent === consent && !isNewText) return
  await setConsent(tx, talentId, consent)
  await append(ctx, tx, change, last)
  const payments = await freezeEscrows(ctx, tx, { talentId, isFrozen: consent === 'revoked' })
  const at = ctx.clock.now()
  await publish(
    tx,
    `consent.${consent}`,
    {
      talent_id: talentId,
      voice_ids: await voiceIdsOf(tx, talentId),
      consent_version: version,
      created_at: at.toISOString(),
    },
    at,
  )
  ctx.logger.info({ talentId, consent, payments }, 'consent changed')
}

async function append(
  ctx: Context,
  tx: Tx,
  { talentId, consent, actor, ip }: ConsentChange,
  last: store.ConsentEventRow | undefined,
): Promise<void> {
  const at = ctx.clock.now()
  const entry = {
    talent_id: talentId,
    sequence: (last?.sequence ?? 0) + 1,
    action: consent,
    actor_type: actor.talentId === talentId ? ('talent' as const) : ('admin' as const),
    actor_id: actor.userId,
    ip,
    consent_version: documentVersion('consent'),
  }
  const previousHash = last?.hash.toString('hex') ?? null
  const hash = await hashConsentEntry({
    ...entry,
    ts_ms: at.getTime(),
    previous_hash: previousHash,
  })
  await store.insertEvent(tx, {
    ...entry,
    at,
    previous_hash: last?.hash ?? null,
    hash: Buffer.from(hash, 'hex'),
  })
}

/** The entry of the audit by which a talent consents now; throws when there is none. */
export async function consentInForce(db: Db, talentId: string): Promise<ConsentEntry> {
  const [last] = await store.eventsOf(db, talentId, { limit: 1 })
  if (last?.action !== 'granted') throw new Error(`${talentId} does not consent`)
  return entryOf(last)
}

/** A page of a talent's consent audit, newest first, for the talent or an administrator. Throws 404. */
export async function listConsentAudit(
  ctx: Context,
  viewer: Viewer,
  talentId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ items: ConsentEntry[]; next_cursor: string | null }> {
  await ownTalent(ctx, viewer, talentId)
  const rows = await store.eventsOf(ctx.db, talentId, {
    limit: page.limit + 1,
    before: page.cursor === undefined ? undefined : Number(page.cursor),
  })
  const items = rows.slice(0, page.limit).map(entryOf)
  return { items, next_cursor: rows.length > page.limit ? String(items.at(-1)!.sequence) : null }
}

function entryOf(row: store.ConsentEventRow): ConsentEntry {
  return {
    talent_id: row.talent_id,
    sequence: row.sequence,
    action: row.action as ConsentEntry['action'],
    actor_type: row.actor_type as ConsentEntry['actor_type'],
    actor_id: row.actor_id,
    ip: row.ip,
    ts_ms: row.at.getTime(),
    consent_version: row.consent_version,
    previous_hash: row.previous_hash?.toString('hex') ?? null,
    hash: row.hash.toString('hex'),
  }
}
