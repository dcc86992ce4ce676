import type { RoyaltyStatus } from '@viva-voce/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Royalties } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type RoyaltyRow = Selectable<Royalties>
export type NamedRoyaltyRow = RoyaltyRow & { talent_name: string }

/** Whose entries; both null are everybody's. */
export interface RoyaltyFilter {
  talentId: string | null
  developerId: string | null
}

export async function insertRoyalty(tx: Tx, row: Insertable<Royalties>): Promise<void> {
  await tx.insertInto('royalties').values(row).execute()
}

/** Entries below `cursor`, newest first. */
export function listRoyalties(
  db: Db,
  filter: RoyaltyFilter,
  page: { limit: number; cursor?: string | undefined },
): Promise<NamedRoyaltyRow[]> {
  let query = db
    .selectFrom('royalties')
    .innerJoin('talents', 'talents.id', 'royalties.talent_id')
    .selectAll('royalties')
    .select('talents.name as talent_name')
  if (filter.talentId) query = query.where('royalties.talent_id', '=', filter.talentId)
  if (filter.developerId) query = query.where('royalties.developer_id', '=', filter.developerId)
  if (page.cursor) query = query.where('royalties.id', '<', page.cursor)
  return query.orderBy('royalties.id', 'desc').limit(page.limit).execute()
}

/** How many talents a developer has paid; steps from one to the next in the index, however many entries there are. */
export async function countTalentsOf(db: Db, developerId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    with recursive talent as (
      select min(talent_id) as id from royalties where developer_id = ${developerId}
      union all
      select (select min(talent_id) from royalties where developer_id = ${developerId} and talent_id > talent.id)
      from talent where talent.id is not null)
    select count(id) as count from talent`.execute(db)
  return Number(rows[0]!.count)
}

/** Moves the sale of a held payment from one status to another; undefined when there is none in that status. */
export function moveSale(
  tx: Tx,
  escrowId: string,
  from: RoyaltyStatus,
  to: RoyaltyStatus,
): Promise<RoyaltyRow | undefined> {
  return tx
    .updateTable('royalties')
    .set({ status: to })
    .where('escrow_id', '=', escrowId)
    .where('kind', '=', 'sale')
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst()
}

export async function markPayable(tx: Tx, escrowId: string, at: Date): Promise<void> {
  await tx
    .updateTable('royalties')
    .set({ payable_at: at })
    .where('escrow_id', '=', escrowId)
    .where('status', '=', 'pending')
    .execute()
}

export function findSale(tx: Tx, escrowId: string): Promise<RoyaltyRow | undefined> {
  return tx
    .selectFrom('royalties')
    .selectAll()
    .where('escrow_id', '=', escrowId)
    .where('kind', '=', 'sale')
    .executeTakeFirst()
}
