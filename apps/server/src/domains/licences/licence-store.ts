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

/** Licences by the numbers of their syntheses, with the names of voice and talent. */
export function findByNumbers(db: Db, numbers: readonly bigint[]) {
  return db
    .selectFrom('licences')
    .innerJoin('syntheses', 'syntheses.id', 'licences.synthesis_id')
    .innerJoin('voices', 'voices.id', 'syntheses.voice_id')
    .leftJoin('talents', 'talents.id', 'syntheses.talent_id')
    .select([
      'licences.id',
      'licences.synthesis_id',
      'licences.issued_at',
      'licences.revoked_at',
      'licences.revoked_reason',
      'syntheses.number',
      'syntheses.usage',
      'syntheses.voice_id',
      'syntheses.talent_id',
      'voices.name as voice_name',
      'talents.name as talent_name',
    ])
    .where('syntheses.number', 'in', numbers)
    .execute()
}
