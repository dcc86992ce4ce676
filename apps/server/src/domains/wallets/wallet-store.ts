import type { Micros } from '@viva-voce/money'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Wallets } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export async function insertWallet(tx: Tx, developerId: string, accountId: bigint): Promise<void> {
  await tx
    .insertInto('wallets')
    .values({ developer_id: developerId, account_id: accountId })
    .execute()
}

export type WalletRow = Selectable<Wallets>

export function findWallet(db: Db | Tx, developerId: string): Promise<WalletRow> {
  return db
    .selectFrom('wallets')
    .selectAll()
    .where('developer_id', '=', developerId)
    .executeTakeFirstOrThrow()
}

export function lockWallet(tx: Tx, developerId: string): Promise<WalletRow> {
  return tx
    .selectFrom('wallets')
    .selectAll()
    .where('developer_id', '=', developerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function update(
  tx: Tx,
  developerId: string,
  change: Updateable<Wallets>,
): Promise<void> {
  await tx.updateTable('wallets').set(change).where('developer_id', '=', developerId).execute()
}

export async function changeHeld(tx: Tx, developerId: string, change: Micros): Promise<void> {
  await tx
    .updateTable('wallets')
    .set({ held_micros: sql`held_micros + ${change}` })
    .where('developer_id', '=', developerId)
    .execute()
}

export async function insertHold(
  tx: Tx,
  hold: { synthesisId: string; developerId: string; amountMicros: Micros; at: Date },
): Promise<void> {
  await tx
    .insertInto('wallet_holds')
    .values({
      synthesis_id: hold.synthesisId,
      developer_id: hold.developerId,
      amount_micros: hold.amountMicros,
      created_at: hold.at,
    })
    .execute()
}

export function endHold(tx: Tx, synthesisId: string, state: 'settled' | 'released') {
  return tx
    .updateTable('wallet_holds')
    .set({ state })
    .where('synthesis_id', '=', synthesisId)
    .where('state', '=', 'held')
    .returning(['developer_id', 'amount_micros'])
    .executeTakeFirst()
}
