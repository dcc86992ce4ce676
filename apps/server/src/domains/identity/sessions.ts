import { createHash } from 'node:crypto'
import type { SessionEntry } from '@viva-voce/contract'
import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Tx } from '../../kit/db.ts'
import { adminRole, type Person } from './people.ts'
import * as store from './session-store.ts'

/** How stale `last_seen_at` may get before a call renews it, so that reading does not always write. */
const renewAfterMs = 10 * 60 * 1000

/** A session's token is only in the person's cookie; we keep its hash. 32 random bytes need no slow hash. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Opens a session and returns the token for the cookie. */
export async function openSession(
  ctx: Context,
  tx: Tx,
  person: Person,
  from: { ip: string; userAgent: string },
): Promise<string> {
  const token = ctx.random.bytes(32).toString('base64url')
  const now = ctx.clock.now()
  await store.insertSession(tx, {
    id: ctx.ids.next('ses'),
    token_hash: hashToken(token),
    csrf_token: ctx.random.bytes(24).toString('base64url'),
    user_id: person.id,
    user_agent: from.userAgent.slice(0, 300),
    ip: from.ip,
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + ctx.config.sessionMs),
  })
  return token
}

/** Whose session this cookie is; null when it ended or never was. Rolls the expiry forward. */
export async function viewerBySession(ctx: Context, token: string): Promise<Viewer | null> {
  const now = ctx.clock.now()
  const row = await store.findSession(ctx.db, hashToken(token), now)
  if (!row) return null
  if (now.getTime() - row.last_seen_at.getTime() > renewAfterMs) {
    await store.renewSession(
      ctx.db,
      row.session_id,
      now,
      new Date(now.getTime() + ctx.config.sessionMs),
    )
  }
  return {
    userId: row.id,
    email: row.email,
    name: row.name,
    role: adminRole(ctx.config, row),
    talentId: row.talent_id,
    developerId: row.developer_id,
    via: { kind: 'session', sessionId: row.session_id, csrfToken: row.csrf_token },
  }
}

/** Where a person is signed in, newest first. */
export async function listSessions(
  ctx: Context,
  userId: string,
  currentId: string,
): Promise<SessionEntry[]> {
  const rows = await store.sessionsOf(ctx.db, userId, ctx.clock.now())
  return rows.map((row) => ({
    id: row.id,
    current: row.id === currentId,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    user_agent: row.user_agent,
  }))
}

/** Ends one of the person's sessions; false when it is not theirs or has ended. */
export function endSession(ctx: Context, userId: string, sessionId: string): Promise<boolean> {
  return store.deleteSession(ctx.db, userId, sessionId)
}
