import type { Insertable, Selectable } from 'kysely'
import type { VoiceSamples } from '../../generated/database.ts'
import type { Db, Tx } from '../../kit/db.ts'

export type SampleRow = Selectable<VoiceSamples>

export async function insertSamples(tx: Tx, rows: Insertable<VoiceSamples>[]): Promise<void> {
  await tx.insertInto('voice_samples').values(rows).execute()
}

/** A voice's recordings in the order of their upload. */
export function samplesOf(db: Db, voiceId: string): Promise<SampleRow[]> {
  return db
    .selectFrom('voice_samples')
    .selectAll()
    .where('voice_id', '=', voiceId)
    .orderBy('position')
    .execute()
}

export async function deleteSamples(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('voice_samples').where('id', 'in', ids).execute()
}
