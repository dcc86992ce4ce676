import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/viewer.ts'
import { ApiError, notFound } from '../../kit/api-error.ts'
import type { Tx } from '../../kit/db.ts'
import * as store from './talent-store.ts'

/** Makes the viewer a voice talent, without consent yet. Throws 409 the second time. */
export async function register(
  ctx: Context,
  tx: Tx,
  person: { userId: string; name: string; email: string },
): Promise<string> {
  const id = ctx.ids.next('tal')
  const isNew = await store.insertTalent(tx, {
    id,
    user_id: person.userId,
    name: person.name,
    email: person.email,
    created_at: ctx.clock.now(),
  })
  if (!isNew) throw new ApiError('conflict', 'You are already registered as a talent.')
  return id
}

/** A talent's row for the talent or an administrator; for anybody else there is none (404). */
export async function ownTalent(
  ctx: Context,
  viewer: Viewer,
  talentId: string,
): Promise<store.TalentRow> {
  const isOwn = viewer.talentId === talentId || viewer.role === 'admin'
  const row = isOwn ? await store.findTalent(ctx.db, talentId) : undefined
  if (!row) throw notFound('talent')
  return row
}

/** Whether a talent consents, as it stays until the transaction ends. */
export async function consentsUntilCommit(tx: Tx, talentId: string): Promise<boolean> {
  return (await store.lockConsent(tx, talentId)) === 'granted'
}

/** The row of a talent that is known to exist. */
export async function talentById(ctx: Context, talentId: string): Promise<store.TalentRow> {
  return (await store.findTalent(ctx.db, talentId))!
}
