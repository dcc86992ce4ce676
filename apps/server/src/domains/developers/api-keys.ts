import type { ApiKeyEntry, Role } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import { ApiError } from '../../kit/api-error.ts'
import type { Tx } from '../../kit/db.ts'
import * as store from './api-key-store.ts'
import { keyMatches, makeKey, maskKey, publicIdOf } from './key-format.ts'

/** The most keys that one developer may have at a time. */
const maxKeys = 50
/** `last_used_at` is a hint for people, so it need not be written on each call. */
const lastUsedStaleMs = 60_000

/** Makes a key and returns its secret, which is nowhere kept. Throws 409 when there are too many. */
export async function createApiKey(
  ctx: Context,
  tx: Tx,
  developerId: string,
  name: string,
): Promise<{ key: string; item: ApiKeyEntry }> {
  await store.lockDeveloper(tx, developerId)
  if ((await store.countKeys(tx, developerId)) >= maxKeys) {
    throw new ApiError('conflict', `You can have ${maxKeys} API keys at most. Revoke one first.`)
  }
  const { key, publicId, secretHash } = makeKey('live', ctx.random)
  const row = await store.insertKey(tx, {
    id: ctx.ids.next('key'),
    developer_id: developerId,
    name,
    mode: 'live',
    public_id: publicId,
    secret_hash: secretHash,
    created_at: ctx.clock.now(),
  })
  return { key, item: entryOf(row) }
}

/** A developer's keys that are not revoked, newest first. */
export async function listApiKeys(ctx: Context, developerId: string): Promise<ApiKeyEntry[]> {
  return (await store.keysOf(ctx.db, developerId)).map(entryOf)
}

/** Ends a key at once; false when the developer has no such key. */
export function revokeApiKey(ctx: Context, developerId: string, keyId: string): Promise<boolean> {
  return store.revokeKey(ctx.db, developerId, keyId, ctx.clock.now())
}

/** Whose key this is; null when it is malformed, unknown, revoked or expired. */
export async function viewerByKey(ctx: Context, key: string): Promise<Viewer | null> {
  const publicId = publicIdOf(key)
  if (!publicId) return null
  const now = ctx.clock.now()
  const row = await store.findKey(ctx.db, publicId, now)
  if (!row || !keyMatches(key, row.secret_hash)) return null
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > lastUsedStaleMs) {
    await store.touchKey(ctx.db, row.key_id, now)
  }
  return {
    userId: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role as Role,
    talentId: null,
    developerId: row.developer_id,
    via: { kind: 'key', keyId: row.key_id },
  }
}

function entryOf(row: store.KeyRow): ApiKeyEntry {
  return {
    id: row.id,
    name: row.name,
    masked: maskKey(row.mode, row.public_id),
    mode: row.mode as ApiKeyEntry['mode'],
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}
