import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
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

/**
 * Freezes (at a time) or thaws (null) what is held for a talent and is not so yet; gives how many. What a dispute
 * has frozen stays frozen.
 */
export async function setFrozen(tx: Tx, talentId: string, at: Date | null): Promise<number> {
  const result = await tx
    .updateTable('escrows')
    .set({ frozen_at: at })
    .where('talent_id', '=', talentId)
    .where('state', '=', 'PENDING')
    .where('frozen_at', at ? 'is' : 'is not', null)
    .where('dispute_id', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Freezes a developer's newest held payments since a time until they cover an amount; gives how many. */
export async function freezeNewest(
  tx: Tx,
  freeze: { developerId: string; since: Date; amountMicros: bigint; disputeId: string; at: Date },
): Promise<number> {
  const newest = tx
    .selectFrom('escrows')
    .select([
      'id',
      sql<bigint>`sum(net_micros + vat_micros) over (order by id desc) - net_micros - vat_micros`.as(
        'newer',
      ),
    ])
    .where('developer_id', '=', freeze.developerId)
    .where('state', '=', 'PENDING')
    .where('created_at', '>=', freeze.since)
    .where('dispute_id', 'is', null)
  const result = await tx
    .updateTable('escrows')
    .set({
      dispute_id: freeze.disputeId,
      frozen_at: sql`coalesce(frozen_at, ${freeze.at})`,
    })
    .where('id', 'in', (eb) =>
      eb.selectFrom(newest.as('newest')).select('id').where('newer', '<', freeze.amountMicros),
    )
    .where('state', '=', 'PENDING')
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Thaws what a dispute has frozen, but for the talents among `stillFrozen`; gives how many. */
export async function endDisputeFreeze(
  tx: Tx,
  disputeId: string,
  stillFrozen: string[],
): Promise<number> {
  const result = await tx
    .updateTable('escrows')
    .set({
      dispute_id: null,
      frozen_at: sql`case when talent_id = any(${stillFrozen}) then frozen_at end`,
    })
    .where('dispute_id', '=', disputeId)
    .where('state', '=', 'PENDING')
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** The talents whose held payments a dispute has frozen. */
export async function talentsInDispute(tx: Tx, disputeId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('escrows')
    .select('talent_id')
    .distinct()
    .where('dispute_id', '=', disputeId)
    .where('state', '=', 'PENDING')
    .where('talent_id', 'is not', null)
    .execute()
  return rows.map((row) => row.talent_id!)
}

/** Held payments that a dispute has frozen, locked. */
export function lockDisputed(tx: Tx, disputeId: string, limit: number): Promise<EscrowRow[]> {
  return tx
    .selectFrom('escrows')
    .selectAll()
    .where('dispute_id', '=', disputeId)
    .where('state', '=', 'PENDING')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

/** What a lost dispute has taken back by refunds and corrections, VAT included. */
export async function sumTakenBack(tx: Tx, disputeId: string): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(net_micros + vat_micros), 0)::bigint as total from (
      select net_micros, vat_micros from escrows where dispute_id = ${disputeId} and state = 'REFUNDED'
      union all
      select net_micros, vat_micros from escrow_corrections c join escrows on escrows.id = c.escrow_id
      where c.dispute_id = ${disputeId}) as back`.execute(tx)
  return rows[0]!.total
}

/** A developer's newest purchase since a time that was released and not corrected, locked. */
export function lockNewestReleased(
  tx: Tx,
  { developerId, since }: { developerId: string; since: Date },
): Promise<EscrowRow | undefined> {
  return tx
    .selectFrom('escrows')
    .selectAll()
    .where('developer_id', '=', developerId)
    .where('state', '=', 'RELEASED')
    .where('created_at', '>=', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('escrow_corrections')
            .select('escrow_id')
            .whereRef('escrow_id', '=', 'escrows.id'),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
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

/** Held payments of `until` or before whose checks have not ended; others' locks are passed by. */
export function lockUnchecked(tx: Tx, until: Date, limit: number): Promise<EscrowRow[]> {
  return tx
    .selectFrom('escrows')
    .selectAll()
    .where('state', '=', 'PENDING')
    .where('verified_at', 'is', null)
    .where('created_at', '<=', until)
    .orderBy('created_at')
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

export async function sumDisputed(tx: Tx, disputeId: string): Promise<bigint> {
  const row = await tx
    .selectFrom('escrows')
    .select(sql<bigint>`coalesce(sum(net_micros + vat_micros), 0)::bigint`.as('total'))
    .where('dispute_id', '=', disputeId)
    .where('state', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  return row.total
}
