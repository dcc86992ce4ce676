import type { Insertable } from 'kysely'
import type { Licences } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export async function insertLicence(tx: Tx, row: Insertable<Licences>): Promise<void> {
  await tx.insertInto('licences').values(row).execute()
}

export function findLicence(db: Db, id: string) {
  return db
    .selectFrom('licences')
    .innerJoin('syntheses', 'syntheses.id', 'licences.synthesis_id')
    .select([
      'licences.synthesis_id',
      'licences.issued_at',
      'licences.revoked_reason',
      'syntheses.usage',
      'syntheses.voice_id',
      'syntheses.talent_id',
      'syntheses.developer_id',
      'syntheses.text',
    ])
    .where('licences.id', '=', id)
    .executeTakeFirst()
}

export function revoke(tx: Tx, synthesisId: string, reason: string, at: Date) {
  return tx
    .updateTable('licences')
    .set({ revoked_at: at, revoked_reason: reason })
    .where('synthesis_id', '=', synthesisId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
}
