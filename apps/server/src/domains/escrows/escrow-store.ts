import type { Insertable, Selectable, Updateable } from 'kysely'
import type { EscrowCorrections, Escrows } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type EscrowRow = Selectable<Escrows>

export async function insertEscrow(tx: Tx, row: Insertable<Escrows>): Promise<void> {
  await tx.insertInto('escrows').values(row).execute()
}

export function lockBySynthesis(tx: Tx, synthesisId: string): Promise<EscrowRow | undefined> {
  return tx
    .selectFrom('escrows')
    .selectAll()
    .where('synthesis_id', '=', synthesisId)
    .forUpdate()
    .executeTakeFirst()
}

export function findByPaymentIntent(db: Db, id: string): Promise<EscrowRow | undefined> {
  return db.selectFrom('escrows').selectAll().where('payment_intent_id', '=', id).executeTakeFirst()
}

export function lockByPaymentIntent(tx: Tx, id: string): Promise<EscrowRow | undefined> {
  return tx
    .selectFrom('escrows')
    .selectAll()
    .where('payment_intent_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Writes down that a released payment was refunded after all. */
export async function insertCorrection(tx: Tx, row: Insertable<EscrowCorrections>): Promise<void> {
  await tx.insertInto('escrow_corrections').values(row).execute()
}

export async function update(tx: Tx, id: string, change: Updateable<Escrows>): Promise<void> {
  await tx.updateTable('escrows').set(change).where('id', '=', id).execute()
}

/** Freezes (at a time) or thaws (null) what is held for a talent and is not so yet; gives how many. */
export async function setFrozen(tx: Tx, talentId: string, at: Date | null): Promise<number> {
  const result = await tx
    .updateTable('escrows')
    .set({ frozen_at: at })
    .where('talent_id', '=', talentId)
    .where('state', '=', 'PENDING')
    .where('frozen_at', at ? 'is' : 'is not', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Held payments whose hold is over and whose checks have passed; others' locks are passed by. */
export function lockDue(tx: Tx, now: Date, limit: number): Promise<EscrowRow[]> {
  return tx
    .selectFrom('escrows')
    .selectAll()
    .where('state', '=', 'PENDING')
    .where('watermark', '=', 'passed')
    .where('deepfake', '=', 'passed')
    .where('frozen_at', 'is', null)
    .where('hold_until', '<=', now)
    .orderBy('hold_until')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Held payments that have been frozen since `since` or longer; others' locks are passed by. */
export function lockLongFrozen(tx: Tx, since: Date, limit: number): Promise<EscrowRow[]> {
  return tx
    .selectFrom('escrows')
    .selectAll()
    .where('state', '=', 'PENDING')
    .where('frozen_at', '<=', since)
    .orderBy('frozen_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Whose held payments to list; both null lists everybody's. */
export interface EscrowFilter {
  developerId: string | null
  talentId: string | null
  limit: number
  cursor?: string | undefined
}

export function listEscrows(db: Db, filter: EscrowFilter): Promise<EscrowRow[]> {
  let query = db.selectFrom('escrows').selectAll()
  const { developerId, talentId } = filter
  if (developerId || talentId) {
    query = query.where((eb) =>
      eb.or([eb('developer_id', '=', developerId), eb('talent_id', '=', talentId)]),
    )
  }
  if (filter.cursor) query = query.where('id', '<', filter.cursor)
  return query.orderBy('id', 'desc').limit(filter.limit).execute()
}
